import {
  circle,
  clipped,
  dot,
  drawn,
  line,
  palette,
  prop,
  repeat,
  roundedRect,
  tenth,
} from '../kit.ts'

export function field(colour: string, width = 720, height = 450): string {
  return `<rect width="${width}" height="${height}" fill="${colour}"/>`
}

export function rays(
  x: number,
  y: number,
  colour: string,
  count = 12,
  radius = 900,
  opacity = 1,
): string {
  const rim = (angle: number) =>
    `${tenth(x + radius * Math.cos(angle))} ${tenth(y + radius * Math.sin(angle))}`
  const data = repeat(count, (index) => {
    const from = (index * 2 * Math.PI) / count
    return `M${x} ${y}L${rim(from)}L${rim(from + Math.PI / count)}Z`
  })
  return `<path d="${data}" fill="${colour}" opacity="${opacity}"/>`
}

export function sun(x: number, y: number, r: number, colour: string = palette.cheddar): string {
  const rows = repeat(10, (row) => {
    const top = tenth(y - r * 0.1 + row * 16)
    const dots = repeat(Math.ceil(r / 8), (column) => dot(x - r + column * 17 + (row % 2) * 8, top))
    return `<path d="${dots}" stroke-width="${tenth(2 + row * 1.24)}"/>`
  })
  const disc = circle(x, y, r)
  return drawn`
  <path d="${disc}" fill="${colour}"/>
  ${clipped(disc, `<g stroke="${palette.coral}" opacity=".8">${rows}</g>`)}`
}

export function dots(
  colour: string,
  width: number,
  height: number,
  apart = 44,
  r = 7,
  top = 0,
): string {
  const rows = repeat(Math.ceil(height / apart) + 1, (row) =>
    repeat(Math.ceil(width / apart) + 1, (column) =>
      dot(column * apart + ((row % 2) * apart) / 2, top + row * apart),
    ),
  )
  return `<path d="${rows}" stroke="${colour}" stroke-width="${2 * r}"/>`
}

export interface Gingham {
  x: number
  y: number
  width: number
  height: number
  colour: string
  square?: number
  base?: string
}

export function gingham(cloth: Gingham): string {
  const { x, y, width, height, colour, square = 26, base = palette.milk } = cloth
  const down = repeat(
    Math.ceil(width / square / 2),
    (index) => `M${x + index * square * 2} ${y}h${square}v${height}h${-square}z`,
  )
  const across = repeat(
    Math.ceil(height / square / 2),
    (index) => `M${x} ${y + index * square * 2}h${width}v${square}h${-width}z`,
  )
  return drawn`
  <rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${base}"/>
  <g fill="${colour}" fill-opacity=".62"><path d="${down}"/><path d="${across}"/></g>`
}

/** A table across the whole picture: its top foreshortened, the cloth hanging in front with a scalloped hem. */
export function table(y: number, top: string, cloth: string, hem: string): string {
  const scallops = repeat(12, () => 'q-30.8 26-61.7 0')
  const board = (height: number) =>
    `<rect x="-10" y="${y}" width="740" height="${height}" fill="${top}"/>`
  return drawn`
  ${board(460 - y)}
  ${cloth}
  ${prop(hem, 2)}M-10 ${y + 34}H730V${y + 62}${scallops}Z
  ${board(35)}
  ${line(5)}M-10 ${y}H730M-10 ${y + 35}H730`
}

export function post(x: number, y: number, width: number, height: number): string {
  return prop(palette.wood, 2)(roundedRect(x, y, width, height, 3))
}

export function awning(y: number, height: number, width = 720, count = 9): string {
  const each = width / count
  const scallops = repeat(count, (index) => {
    const colour = index % 2 ? palette.milk : palette.coral
    return `<path d="M${index * each} ${y}H${(index + 1) * each}V${y + height}a${each / 2} ${tenth(each * 0.42)} 0 0 1 ${-each} 0Z" fill="${colour}"/>`
  })
  return drawn`
  <g stroke="${palette.ink}" stroke-width="5">${scallops}</g>
  <rect x="0" y="${y + height - 20}" width="${width}" height="20" fill="${palette.ink}" opacity=".12"/>
  ${line(3)}M0 ${y + height}H${width}`
}

/** The floor of a square picture. */
export function floor(colour: string, y = 236): string {
  return `<rect y="${y}" width="300" height="${300 - y}" fill="${colour}"/>${line(4.5)`M-5 ${y}H305`}`
}
