import { palette } from '../../app/ui/shapes/palette.ts'
import { tenth } from '../../app/ui/shapes/outlines.ts'

/** Everything that drawings are made with, so that each imports it from one place. */
export * from '../../app/ui/shapes/palette.ts'
export * from '../../app/ui/shapes/outlines.ts'

/** Something to draw inline: the box and the markup that stands inside the `<svg>`. */
export interface Drawing {
  viewBox: string
  body: string
}

export type Box = readonly [x: number, y: number, width: number, height: number]

export function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('')
}

export function cycle<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('cannot cycle through an empty list')
  return item
}

export function roundedRect(...[x, y, width, height, r]: readonly [...Box, r: number]): string {
  const right = x + width
  const bottom = y + height
  return `M${x + r} ${y}H${right - r}Q${right} ${y} ${right} ${y + r}V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}H${x + r}Q${x} ${bottom} ${x} ${bottom - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`
}

/** A line without length: under a round-ended stroke it prints a dot as wide as the stroke. */
export function dot(x: number, y: number): string {
  return `M${x} ${y}h0`
}

export function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

/** Draws path data in the ink that it was given; as a tag it takes the data as it stands: flat(red)`M0 0H9V9Z`. */
type Pen = (path: string | TemplateStringsArray, ...values: (string | number)[]) => string

function pen(draw: (path: string) => string): Pen {
  return (path, ...values) =>
    draw(typeof path === 'string' ? path : String.raw({ raw: path }, ...values))
}

/**
 * A drawing, one shape a line: a pen draws the path that the rest of its line holds, anything else stands as it is.
 * drawn`
 *   ${line(4)}M0 0H9
 *   ${eye(3, 4)}`
 */
export function drawn({ raw }: TemplateStringsArray, ...values: (string | number | Pen)[]): string {
  const pens: Pen[] = []
  const markOf = (value: Pen) => `@${pens.push(value) - 1}@`
  const text = values.map((value) => (typeof value === 'function' ? markOf(value) : value))
  const lines = String.raw({ raw }, ...text).split('\n')
  return lines
    .map((line) => {
      const [, at, path = ''] = /^\s*@(\d+)@(.*)$/.exec(line) ?? []
      return pens[Number(at)]?.(path) ?? line.trimStart()
    })
    .join('')
}

/** The same with the box that it is seen through. */
export function drawing(viewBox: string): (...shapes: Parameters<typeof drawn>) => Drawing {
  return (...shapes) => ({ viewBox, body: drawn(...shapes) })
}

interface PlateOptions {
  /** Width of the ink line. */
  width?: number
  /** How far the colour plate has slipped right and down; 0 prints dead on. */
  slip?: number
  /** Markup printed between colour and ink line. */
  over?: string
}

/** A shape as the album prints it: paper, the colour plate slipped off register, the ink line unmoved. */
export function plate(path: string, colour: string, options: PlateOptions = {}): string {
  const { width = 5, slip = 4, over = '' } = options
  const base = slip === 0 ? '' : flat(palette.milk)(path)
  const moved = slip === 0 ? '' : ` transform="translate(${slip} ${slip})"`
  return `${base}<path d="${path}" fill="${colour}"${moved}/>${over}${line(width)(path)}`
}

/** A plate with the finer line and the smaller slip of mascots. */
export function inked(colour: string, width = 4, slip = 2.6): Pen {
  return pen((path) => plate(path, colour, { width, slip }))
}

/** A plate with the line and slip that props share. */
export function prop(colour: string, slip = 3): Pen {
  return pen((path) => plate(path, colour, { width: 5, slip }))
}

/** A stroke; its ends are round because every file sets them. */
export function line(width: number, colour: string = palette.ink): Pen {
  return pen((path) => `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`)
}

/** Rays from a point, every other one left clear, to a rim of which each point is rounded. */
export function rayPath(x: number, y: number, radius: number, count: number, round = tenth) {
  const rim = (angle: number) =>
    `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`
  return repeat(count, (index) => {
    const from = (index * 2 * Math.PI) / count
    return `M${x} ${y}L${rim(from)}L${rim(from + Math.PI / count)}Z`
  })
}

/** A colour without an ink line. */
export function flat(colour: string): Pen {
  return pen((path) => `<path d="${path}" fill="${colour}"/>`)
}

/**
 * Shows `svg` inside `path` only. The id follows from the path alone, so that equal drawings on one page
 * may share a clip and a drawing is the same text each time.
 */
export function clipped(path: string, svg: string, attributes = ''): string {
  const id = `c${hash(path)}`
  return `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})"${attributes}>${svg}</g>`
}

/** Keeps the first definition of each clip of a finished drawing: ids may stand once in a document. */
export function clipsOnce(svg: string): string {
  const seen = new Set<string>()
  return svg.replace(/<clipPath id="(\w+)">.*?<\/clipPath>/g, (definition, id: string) => {
    if (seen.has(id)) return ''
    seen.add(id)
    return definition
  })
}

/** The album's shading: four bands of growing dots across a box, cut to `path`. */
export function halftone(path: string, ...[x, y, width, height]: Box) {
  const bands = [1, 2, 3, 4].map(
    (band) =>
      `<rect x="${tenth(x + (width * (band - 1)) / 4)}" y="${y}" width="${tenth(width / 4 + 0.2)}" height="${height}" fill="url(#ht${band})"/>`,
  )
  return clipped(path, bands.join(''), ' opacity=".3"')
}

/**
 * A prop with halftone in a box of it (x, y, width, height); `over` and, cut to its shape, `inside` are printed before
 * its outline is drawn again.
 */
export function shaded(
  colour: string,
  box: Box | null,
  { over = '', inside = '', slip = 3 } = {},
): Pen {
  return pen((path) => {
    const within = inside === '' ? '' : clipped(path, inside)
    const shade = box === null ? '' : halftone(path, ...box)
    return prop(colour, slip)(path) + within + shade + over + line(5)(path)
  })
}

/** Patterns that `halftone` and the shadows refer to; a page or a file holds them once. */
export function halftonePatterns(): string {
  const shading = [1, 1.7, 2.4, 3.1].map((radius, index) => dotPattern(`ht${index + 1}`, 8, radius))
  return shading.join('') + dotPattern('htS', 7, 2.3)
}

function dotPattern(id: string, size: number, radius: number): string {
  const middle = size / 2
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><circle cx="${middle}" cy="${middle}" r="${radius}" fill="${palette.ink}"/></pattern>`
}

/** FNV-1a in base 36: short, stable, and different enough for the handful of shapes in a drawing. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(36)
}

/** Puts a prop, which is drawn with its base at 0 0, on the stage. `turn` is in degrees. */
export function placed(x: number, y: number, scale: number, svg: string, turn = 0): string {
  const rotation = turn === 0 ? '' : ` rotate(${turn})`
  const size = scale === 1 ? '' : ` scale(${scale})`
  return `<g transform="translate(${x} ${y})${rotation}${size}">${svg}</g>`
}

/** The halftone that a prop stands in. */
export function puddle(rx: number, ry = 9, x = 8, y = 3): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#htS)" opacity=".5"/>`
}
