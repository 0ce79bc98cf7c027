import type { Lettering } from '../../app/art/lettering.ts'
import { textWidth } from '../../app/art/lettering.ts'
import { palette } from '../../app/art/palette.ts'
import { clipsOnce, halftonePatterns, roundEndsAttributes } from '../../app/art/print.ts'
import { starPath, tenth } from '../../app/art/shapes.ts'
import { stickers, type StickerSlug } from '../../app/art/stickers.ts'
import { drawVessel } from '../../app/art/vessels/vessel.ts'
import type { GlyphText } from '../art/glyph-text.ts'
import { mix, overshot, progress } from './motion.ts'

/** The plane that every shot is drawn on. */
export const screen = { width: 960, height: 540 } as const

/** What a shot letters with: the display face, and the reading face as references to glyphs. */
export interface Type {
  lettering: Lettering
  reading: GlyphText
}

/** A piece of the film; `draw` gives the picture at a time in seconds from its own beginning. */
export interface Shot {
  seconds: number
  captions: readonly Caption[]
  draw(time: number, type: Type): string
}

export interface Caption {
  /** Seconds from the beginning of the shot. */
  from: number
  to: number
  words: string
}

/** Moves, turns (degrees) and scales a drawing round its own 0 0. */
export function put(
  svg: string,
  x: number,
  y: number,
  { turn = 0, scale = 1, stretch = 1 }: { turn?: number; scale?: number; stretch?: number } = {},
): string {
  const thousandth = (value: number) => Math.round(value * 1000) / 1000
  const size = `scale(${thousandth(scale)} ${thousandth(scale * stretch)})`
  return `<g transform="translate(${tenth(x)} ${tenth(y)}) rotate(${tenth(turn)}) ${size}">${svg}</g>`
}

/** A product's vessel round its middle, without the shadow that it stands in. */
export function vessel(slug: StickerSlug, lettering: Lettering): string {
  return `<g transform="translate(-150 -190)">${drawVessel(stickers[slug], lettering).svg}</g>`
}

/** Words that come letter by letter, each with a coral copy slipped behind it. */
export function poppingWords(
  words: string,
  { x, y, size, time, from }: { x: number; y: number; size: number; time: number; from: number },
  lettering: Lettering,
): string {
  let left = x - textWidth(words, size) / 2
  return Array.from(words)
    .map((letter, index) => {
      const width = textWidth(letter, size)
      const middle = left + width / 2
      left += width
      const share = progress(time, from + index * 0.07, from + index * 0.07 + 0.35)
      if (share === 0 || letter === ' ') return ''
      const drawn = (slip: number, colour: string) =>
        lettering(letter, slip, size * 0.36 + slip, size, colour)
      return put(
        `<g stroke="${palette.milk}" stroke-width="${size * 0.2}">${drawn(0, palette.milk)}</g>` +
          drawn(size * 0.06, palette.coral) +
          drawn(0, palette.ink),
        middle,
        y,
        { scale: overshot(share), turn: (index % 2 ? 3 : -3) * share },
      )
    })
    .join('')
}

/** A star-shaped hole that opens on the shot behind it. */
export function opening(time: number, colour: string): string {
  const share = progress(time, 0, 0.5)
  if (share === 1) return ''
  const radius = mix(0, 760, share ** 1.6)
  const hole = starPath(480, 270, 12, Math.max(1, radius), Math.max(0.8, radius * 0.8), time)
  return `<path fill-rule="evenodd" d="M0 0H960V540H0Z${hole}" fill="${colour}"/>`
}

/** A whole picture of the film. */
export function frame(body: string, definitions: string): string {
  const { width, height } = screen
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${roundEndsAttributes}>` +
    `<defs>${halftonePatterns()}${definitions}</defs>${clipsOnce(body)}</svg>\n`
  )
}
