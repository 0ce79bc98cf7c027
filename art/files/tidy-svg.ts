import { pictureViewBox } from '../vessels/sticker.ts'
import { removeRepeatedClips, type Drawing, halftonePatterns } from '../lib/kit.ts'

const sharedFrom = 24

/** Returns an SVG file with round line ends and joins. Its size is that of its view box, unless `size` is given. */
export function createSvgFile(
  { viewBox, body }: Drawing,
  size?: { width: number; height: number },
) {
  const [, , width, height] = viewBox.split(' ')
  const { width: wide, height: high } = size ?? { width, height }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="${viewBox}" stroke-linecap="round" stroke-linejoin="round">` +
    `<defs>${halftonePatterns()}</defs>${removeRepeatedClips(body)}</svg>\n`
  return tidySvg(svg).replace('<defs></defs>', '')
}

/** Returns the SVG file of a product picture, 300 x 360. */
export function createProductSvg(body: string): string {
  return createSvgFile({ viewBox: pictureViewBox, body }, { width: 300, height: 360 })
}

/**
 * Makes a finished SVG file smaller without changing the picture: defines repeated shapes once, removes unused patterns and rounds
 * numbers to two decimals.
 */
function tidySvg(svg: string): string {
  return withoutUnusedPatterns(withSharedPaths(withShortNumbers(svg)))
}

function withShortNumbers(svg: string): string {
  return svg
    .replace(/(?<!scale\()-?\b\d+\.\d{3,}/g, (number) =>
      String(Math.round(Number(number) * 100) / 100),
    )
    .replace(/ d="[^"]+"/g, (data) =>
      data.replace(/(?<!\d)0\.(?=\d)/g, '.').replace(/(?<=\d) -(?=[\d.])/g, '-'),
    )
}

function withSharedPaths(svg: string): string {
  const counts = new Map<string, number>()
  for (const [, data] of svg.matchAll(/ d="([^"]+)"/g)) {
    if (data !== undefined) counts.set(data, (counts.get(data) ?? 0) + 1)
  }
  const shared = [...counts].filter(([data, count]) => count > 1 && data.length >= sharedFrom)
  if (shared.length === 0) return svg
  const ids = new Map(shared.map(([data], index) => [data, `p${index.toString(36)}`]))
  const definitions = shared.map(([data]) => `<path id="${ids.get(data)}" d="${data}"/>`)
  const body = svg.replace(
    /<path([^>]*?) d="([^"]+)"([^>]*?)\/>/g,
    (whole, before: string, data: string, after: string) =>
      ids.has(data) ? `<use href="#${ids.get(data)}"${before}${after}/>` : whole,
  )
  return body.replace('<defs>', `<defs>${definitions.join('')}`)
}

function withoutUnusedPatterns(svg: string): string {
  return svg.replace(/<pattern id="(\w+)".*?<\/pattern>/g, (pattern, id: string) =>
    svg.includes(`url(#${id})`) ? pattern : '',
  )
}
