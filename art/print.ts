import { palette } from '../app/ui/shapes/palette.ts'
import { tenth } from '../app/ui/shapes/outlines.ts'

export interface PlateOptions {
  /** Width of the ink line. */
  width?: number
  /** How far the colour plate has slipped right and down; 0 prints dead on. */
  slip?: number
  /** What shows where the colour has slipped away. */
  under?: string
  /** Markup printed between colour and ink line. */
  over?: string
}

/** A shape as the album prints it: paper, the colour plate slipped off register, the ink line unmoved. */
export function plate(path: string, colour: string, options: PlateOptions = {}): string {
  const { width = 5, slip = 4, under = palette.milk, over = '' } = options
  const base = slip === 0 ? '' : flat(path, under)
  const moved = slip === 0 ? '' : ` transform="translate(${slip} ${slip})"`
  return `${base}<path d="${path}" fill="${colour}"${moved}/>${over}${line(path, width)}`
}

/** A plate with the finer line and the smaller slip of mascots and props. */
export function inked(path: string, colour: string, width = 4, slip = 2.6): string {
  return plate(path, colour, { width, slip })
}

/** A stroke; its ends are round because every drawing is wrapped by `roundEnds` or a file that sets them. */
export function line(path: string, width = 4, colour: string = palette.ink): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
}

/** Round ends and corners, set once for everything inside. */
export const roundEndsAttributes = 'stroke-linecap="round" stroke-linejoin="round"'

export function roundEnds(svg: string): string {
  return `<g ${roundEndsAttributes}>${svg}</g>`
}

/** A colour without an ink line. */
export function flat(path: string, colour: string): string {
  return `<path d="${path}" fill="${colour}"/>`
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
export function halftone(
  path: string,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const bands = [1, 2, 3, 4].map(
    (band) =>
      `<rect x="${tenth(x + (width * (band - 1)) / 4)}" y="${y}" width="${tenth(width / 4 + 0.2)}" height="${height}" fill="url(#ht${band})"/>`,
  )
  return clipped(path, bands.join(''), ' opacity=".3"')
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
