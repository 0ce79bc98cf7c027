import { palette } from '../../app/ui/shapes/palette.ts'
import { tenth } from '../../app/ui/shapes/outlines.ts'

/** Re-exports the shapes and colours, so that a drawing needs only one import. */
export * from '../../app/ui/shapes/palette.ts'
export * from '../../app/ui/shapes/outlines.ts'

/** A drawing for inline use: its view box and the markup inside the `<svg>`. */
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

export function roundedRectPath(...[x, y, width, height, r]: readonly [...Box, r: number]): string {
  const right = x + width
  const bottom = y + height
  return `M${x + r} ${y}H${right - r}Q${right} ${y} ${right} ${y + r}V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}H${x + r}Q${x} ${bottom} ${x} ${bottom - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`
}

/** Returns path data of a line of length 0, which a stroke with round ends draws as a dot as wide as the stroke. */
export function dotPath(x: number, y: number): string {
  return `M${x} ${y}h0`
}

export function circlePath(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
}

export function ellipsePath(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

/** Draws path data in one style. It can be called with the path data, or used as a template tag: fillPen(red)`M0 0H9V9Z`. */
type Pen = (path: string | TemplateStringsArray, ...values: (string | number)[]) => string

function pen(draw: (path: string) => string): Pen {
  return (path, ...values) =>
    draw(typeof path === 'string' ? path : String.raw({ raw: path }, ...values))
}

/**
 * A template tag that returns the markup of a drawing. A pen at the start of a line draws the path data in the rest of that line;
 * other text is kept: drawMarkup` ${linePen(4)}M0 0H9 ${eye(3, 4)}`
 */
export function drawMarkup(
  { raw }: TemplateStringsArray,
  ...values: (string | number | Pen)[]
): string {
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

/** Returns a template tag like `drawMarkup`, whose result also has a view box. */
export function createDrawing(
  viewBox: string,
): (...shapes: Parameters<typeof drawMarkup>) => Drawing {
  return (...shapes) => ({ viewBox, body: drawMarkup(...shapes) })
}

interface InkedShapeOptions {
  /** The width of the ink line in units. */
  width?: number
  /** The offset of the colour fill from the ink line, to the right and down, as in a misregistered print; 0 for none. */
  slip?: number
  /** Markup drawn above the colour fill and below the ink line. */
  over?: string
}

/** Draws a shape like a misregistered print: a white fill, a colour fill that is offset by `slip`, and the ink line in place. */
export function drawInkedShape(
  path: string,
  colour: string,
  options: InkedShapeOptions = {},
): string {
  const { width = 5, slip = 4, over = '' } = options
  const base = slip === 0 ? '' : fillPen(palette.milk)(path)
  const moved = slip === 0 ? '' : ` transform="translate(${slip} ${slip})"`
  return `${base}<path d="${path}" fill="${colour}"${moved}/>${over}${linePen(width)(path)}`
}

/** Returns a pen that draws plates with the thinner ink line and the smaller offset of mascots. */
export function mascotPen(colour: string, width = 4, slip = 2.6): Pen {
  return pen((path) => drawInkedShape(path, colour, { width, slip }))
}

/** Returns a pen that draws plates with the ink line and the offset of props, the objects in a scene. */
export function propPen(colour: string, slip = 3): Pen {
  return pen((path) => drawInkedShape(path, colour, { width: 5, slip }))
}

/** Returns a pen that strokes a path. The ends are round, because every SVG file sets `stroke-linecap`. */
export function linePen(width: number, colour: string = palette.ink): Pen {
  return pen((path) => `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`)
}

/** Returns path data of `count` rays round a point, with gaps as wide as the rays; `round` rounds the coordinates of their ends. */
export function rayPath(x: number, y: number, radius: number, count: number, round = tenth) {
  const rim = (angle: number) =>
    `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`
  return repeat(count, (index) => {
    const from = (index * 2 * Math.PI) / count
    return `M${x} ${y}L${rim(from)}L${rim(from + Math.PI / count)}Z`
  })
}

/** Returns a pen that fills a path, without an ink line. */
export function fillPen(colour: string): Pen {
  return pen((path) => `<path d="${path}" fill="${colour}"/>`)
}

/**
 * Clips `svg` to `path`. The id of the clip path is a hash of `path`, so that equal clip paths can be shared and a drawing has the
 * same markup in every build.
 */
export function clipSvg(path: string, svg: string, attributes = ''): string {
  const id = `c${hash(path)}`
  return `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})"${attributes}>${svg}</g>`
}

/** Removes repeated definitions of a clip path, because an id may occur only once in a document. */
export function removeRepeatedClips(svg: string): string {
  const seen = new Set<string>()
  return svg.replace(/<clipPath id="(\w+)">.*?<\/clipPath>/g, (definition, id: string) => {
    if (seen.has(id)) return ''
    seen.add(id)
    return definition
  })
}

/** Draws halftone shading in a box, clipped to `path`: four bands with dots that grow from left to right. */
export function halftone(path: string, ...[x, y, width, height]: Box) {
  const bands = [1, 2, 3, 4].map(
    (band) =>
      `<rect x="${tenth(x + (width * (band - 1)) / 4)}" y="${y}" width="${tenth(width / 4 + 0.2)}" height="${height}" fill="url(#ht${band})"/>`,
  )
  return clipSvg(path, bands.join(''), ' opacity=".3"')
}

/**
 * Returns a pen that draws a prop with halftone shading in `box` (x, y, width, height). `inside` is clipped to the shape; `inside`
 * and `over` are drawn above the fill, and the ink line is drawn again above them.
 */
export function shadedPropPen(
  colour: string,
  box: Box | null,
  { over = '', inside = '', slip = 3 } = {},
): Pen {
  return pen((path) => {
    const within = inside === '' ? '' : clipSvg(path, inside)
    const shade = box === null ? '' : halftone(path, ...box)
    return propPen(colour, slip)(path) + within + shade + over + linePen(5)(path)
  })
}

/** Returns the SVG patterns that halftones and shadows refer to by id; each page or SVG file needs them once. */
export function halftonePatterns(): string {
  const shading = [1, 1.7, 2.4, 3.1].map((radius, index) => dotPattern(`ht${index + 1}`, 8, radius))
  return shading.join('') + dotPattern('htS', 7, 2.3)
}

function dotPattern(id: string, size: number, radius: number): string {
  const middle = size / 2
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><circle cx="${middle}" cy="${middle}" r="${radius}" fill="${palette.ink}"/></pattern>`
}

/** Returns an FNV-1a hash in base 36. It is short, and collisions are unlikely among the few clip paths of a drawing. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(36)
}

/** Places a drawing, whose base is at 0 0, at `x` and `y` in a picture. `turn` is in degrees. */
export function placeSvg(x: number, y: number, scale: number, svg: string, turn = 0): string {
  const rotation = turn === 0 ? '' : ` rotate(${turn})`
  const size = scale === 1 ? '' : ` scale(${scale})`
  return `<g transform="translate(${x} ${y})${rotation}${size}">${svg}</g>`
}

/** Draws the halftone shadow of an object on the ground. */
export function groundShadow(rx: number, ry = 9, x = 8, y = 3): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#htS)" opacity=".5"/>`
}
