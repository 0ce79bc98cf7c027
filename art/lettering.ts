import { advances } from './advances.ts'
import { tenth } from '../app/ui/shapes/outlines.ts'

/** Sets one line of words centred on `x`, standing on `y`. */
export type Lettering = (
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
) => string

/** How wide words come out in Rammetto One at `size`, from its advance widths. */
export function textWidth(words: string, size: number): number {
  let units = 0
  for (const letter of words) units += advances[letter] ?? 700
  return (units / 1000) * size
}

/** The largest size, `largest` at most, at which the words fit `width`. */
export function fittedSize(words: string, width: number, largest: number): number {
  const wide = textWidth(words, 1)
  return wide === 0 ? largest : Math.min(largest, width / wide)
}

/** Live text in the page's font, for drawings that stand inline on a page. */
export function liveLettering(
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
): string {
  return `<text x="${x}" y="${tenth(y)}" font-family="Rammetto One" font-size="${tenth(size)}" text-anchor="middle" fill="${colour}">${escapeText(words)}</text>`
}

export interface TitleBlock {
  svg: string
  height: number
}

/** Sets lines under one another, each as large as `width` and `largest` allow; `y` is the top. */
export function title(
  lines: readonly string[],
  x: number,
  y: number,
  width: number,
  largest: number,
  colour: string,
  lettering: Lettering,
): TitleBlock {
  let svg = ''
  let baseline = y
  for (const words of lines) {
    const size = fittedSize(words, width, largest)
    baseline += size * 0.8
    svg += lettering(words, x, baseline, size, colour)
    baseline += size * 0.12
  }
  return { svg, height: baseline - y }
}

function escapeText(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
