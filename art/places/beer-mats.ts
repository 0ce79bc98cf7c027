import { type Drawing, drawn, palette, roundedRect, tenth } from '../kit.ts'
import { textWidth, lettering } from '../lettering.ts'
import { mascot, type MascotName } from '../mascots/mascot.ts'

interface BeerMatArt {
  mascot: MascotName
  /** Runs over the top. */
  name: string
  /** Runs under the picture. */
  motto: string
  colour: string
  disc: string
}

/** By the name of the mat among the words of the brewery's page. */
export const beerMatArt: Readonly<Record<string, BeerMatArt>> = {
  gherkin: {
    mascot: 'gherkin',
    name: 'GHERKIN SOUR',
    motto: 'CLOUDY AND RUDE',
    colour: palette.mint,
    disc: palette.milk,
  },
  peach: {
    mascot: 'peach',
    name: 'PEACH PALE',
    motto: 'A SOFT LANDING',
    colour: palette.pink,
    disc: palette.butter,
  },
  bear: {
    mascot: 'bear',
    name: 'BIG BEAR STOUT',
    motto: 'STRONG ON CUDDLES',
    colour: palette.cheddar,
    disc: palette.sky,
  },
}

/** The front of a beer mat, 220 x 220. */
export function beerMat(art: BeerMatArt): Drawing {
  return {
    viewBox: '0 0 220 220',
    body: drawn`
  <path d="${roundedRect(6, 6, 208, 208, 30)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="4"/>
  <path d="${roundedRect(16, 16, 188, 188, 24)}" fill="${art.colour}"/>
  <circle cx="110" cy="110" r="62" fill="${art.disc}" stroke="${palette.ink}" stroke-width="4"/>
  <g transform="translate(110 108) scale(.88)">${mascot(art.mascot)}</g>
  <g transform="translate(110 110)">
  ${arched(art.name, { radius: 71, size: 19 })}
  ${arched(art.motto, { radius: 85, size: 13.5, below: true })}
  </g>`,
  }
}

interface Arch {
  radius: number
  size: number

  /** Under the middle, to be read from left to right as well. */
  below?: boolean
}

/** Words along a circle round 0 0, letter by letter, their middle straight up or straight down. */
function arched(words: string, { radius, size, below = false }: Arch): string {
  const spacing = size * 0.06
  const widths = Array.from(words, (letter) => textWidth(letter, size) + spacing)
  const whole = widths.reduce((sum, width) => sum + width, 0)
  let run = -whole / 2
  return Array.from(words, (letter, index) => {
    const middle = run + (widths[index] ?? 0) / 2
    run += widths[index] ?? 0
    const turn = tenth(((below ? -middle : middle) / radius) * (180 / Math.PI))
    const y = below ? radius : -radius
    return `<g transform="rotate(${turn})">${lettering(letter, 0, y, size, palette.ink)}</g>`
  }).join('')
}
