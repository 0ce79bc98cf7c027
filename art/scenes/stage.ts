import {
  type Box,
  circlePath,
  clipSvg,
  cycle,
  dotPath,
  drawMarkup,
  flagStripes,
  mascotPen,
  linePen,
  palette,
  propPen,
  groundShadow,
  rayPath,
  repeat,
  roundedRectPath,
  tenth,
} from '../lib/kit.ts'
import { type MascotName, mascots } from '../lib/mascots.ts'
import { type StickerSlug, drawVessel } from '../vessels/stickers.ts'

export function steam(x: number, y: number, colour: string = palette.milk, wisps = 2): string {
  return linePen(6, colour)(repeat(wisps, (index) => `M${x + index * 24} ${y}q-11-13 0-26t0-26`))
}

export function drawMascot(name: MascotName, scale: number, turn = 0, dressed = ''): string {
  return `<g transform="scale(${scale}) rotate(${turn})">${mascots[name]}${dressed}</g>`
}

export function drawProduct(slug: StickerSlug, scale: number): string {
  const { svg } = drawVessel(slug)
  const left = tenth(-150 * scale)
  const top = tenth(-336 * scale)
  return `${groundShadow(tenth(100 * scale))}<g transform="translate(${left} ${top}) scale(${scale})">${svg}</g>`
}

export function glitter(x: number, y: number, scale: number, colour: string = palette.milk) {
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="M0-14Q2-2 14 0Q2 2 0 14Q-2 2-14 0Q-2-2 0-14Z" fill="${colour}"/>`
}

export function background(colour: string, width = 720, height = 450): string {
  return `<rect width="${width}" height="${height}" fill="${colour}"/>`
}

export function rays(x: number, y: number, colour: string, count = 12, radius = 900, opacity = 1) {
  const data = rayPath(x, y, radius, count)
  return `<path d="${data}" fill="${colour}" opacity="${opacity}"/>`
}

export function sun(x: number, y: number, r: number, colour: string = palette.cheddar): string {
  const rows = repeat(10, (row) => {
    const top = tenth(y - r * 0.1 + row * 16)
    const dots = repeat(Math.ceil(r / 8), (column) =>
      dotPath(x - r + column * 17 + (row % 2) * 8, top),
    )
    return `<path d="${dots}" stroke-width="${tenth(2 + row * 1.24)}"/>`
  })
  const disc = circlePath(x, y, r)
  return drawMarkup`
  <path d="${disc}" fill="${colour}"/>
  ${clipSvg(disc, `<g stroke="${palette.coral}" opacity=".8">${rows}</g>`)}`
}

export function dots(colour: string, width: number, height: number, apart = 44, r = 7, top = 0) {
  const rows = repeat(Math.ceil(height / apart) + 1, (row) =>
    repeat(Math.ceil(width / apart) + 1, (column) =>
      dotPath(column * apart + ((row % 2) * apart) / 2, top + row * apart),
    ),
  )
  return `<path d="${rows}" stroke="${colour}" stroke-width="${2 * r}"/>`
}

export function gingham(cloth: Box, colour: string, square = 26, base: string = palette.milk) {
  const [x, y, width, height] = cloth
  const down = repeat(
    Math.ceil(width / square / 2),
    (index) => `M${x + index * square * 2} ${y}h${square}v${height}h${-square}z`,
  )
  const across = repeat(
    Math.ceil(height / square / 2),
    (index) => `M${x} ${y + index * square * 2}h${width}v${square}h${-width}z`,
  )
  return drawMarkup`
  <rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${base}"/>
  <g fill="${colour}" fill-opacity=".62"><path d="${down}"/><path d="${across}"/></g>`
}

/** Draws a table across the whole picture: the table top in perspective, and a cloth with a scalloped hem in front. */
export function table(y: number, top: string, cloth: string, hem: string): string {
  const scallops = repeat(12, () => 'q-30.8 26-61.7 0')
  const board = (height: number) =>
    `<rect x="-10" y="${y}" width="740" height="${height}" fill="${top}"/>`
  return drawMarkup`
  ${board(460 - y)}
  ${cloth}
  ${propPen(hem, 2)}M-10 ${y + 34}H730V${y + 62}${scallops}Z
  ${board(35)}
  ${linePen(5)}M-10 ${y}H730M-10 ${y + 35}H730`
}

export function woodenPost(x: number, y: number, width: number, height: number): string {
  return propPen(palette.wood, 2)(roundedRectPath(x, y, width, height, 3))
}

export function awning(y: number, height: number, width = 720, count = 9): string {
  const each = width / count
  const scallops = repeat(count, (index) => {
    const colour = index % 2 ? palette.milk : palette.coral
    return `<path d="M${index * each} ${y}H${(index + 1) * each}V${y + height}a${each / 2} ${tenth(each * 0.42)} 0 0 1 ${-each} 0Z" fill="${colour}"/>`
  })
  return drawMarkup`
  <g stroke="${palette.ink}" stroke-width="5">${scallops}</g>
  <rect x="0" y="${y + height - 20}" width="${width}" height="20" fill="${palette.ink}" opacity=".12"/>
  ${linePen(3)}M0 ${y + height}H${width}`
}

export function floor(colour: string, y = 236): string {
  return `<rect y="${y}" width="300" height="${300 - y}" fill="${colour}"/>${linePen(4.5)`M-5 ${y}H305`}`
}

export interface Garland {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  sag: number
  count: number
}

export function bunting(garland: Garland): string {
  const pennants = repeat(garland.count, (index) => {
    const [ax, ay] = pointOn(garland, (index + 0.12) / garland.count)
    const [bx, by] = pointOn(garland, (index + 0.88) / garland.count)
    const length = Math.hypot(bx - ax, by - ay) * 1.05
    const lean = (-(by - ay) / (bx - ax || 1)) * length * 0.35
    const tip = `${tenth((ax + bx) / 2 + lean)} ${tenth((ay + by) / 2 + length)}`
    const path = `M${tenth(ax)} ${tenth(ay)}L${tenth(bx)} ${tenth(by)}L${tip}Z`
    return mascotPen(cycle(flagStripes.six, index), 4, 2)(path)
  })
  return rope(garland) + pennants
}

export function bulbs(garland: Garland): string {
  const lights = repeat(garland.count, (index) => {
    const [x, y] = pointOn(garland, (index + 0.5) / garland.count)
    const colour = cycle([palette.butter, palette.lime, palette.pink], index)
    return drawMarkup`
  <rect x="${tenth(x - 4)}" y="${tenth(y - 1)}" width="8" height="9" fill="${palette.ink}"/>
  ${mascotPen(colour, 3.6, 1.5)}${circlePath(tenth(x), tenth(y + 16), 9)}`
  })
  return rope(garland) + lights
}

function rope({ from, to, sag }: Garland): string {
  const [x, y] = lowest(from, to, sag)
  return linePen(4)`M${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`
}

function pointOn({ from, to, sag }: Garland, t: number): [number, number] {
  const middle = lowest(from, to, sag)
  const at = (axis: 0 | 1) =>
    (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * middle[axis] + t * t * to[axis]
  return [at(0), at(1)]
}

function lowest(from: Garland['from'], to: Garland['to'], sag: number): [number, number] {
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + sag * 2]
}
