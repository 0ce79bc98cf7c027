import { mascot } from '../../../app/art/mascots/mascot.ts'
import { palette } from '../../../app/art/palette.ts'
import { field, rays } from '../../../app/art/scenes/backdrops.ts'
import { roundedRect } from '../../../app/art/shapes.ts'
import { fittedSize } from '../../../app/art/lettering.ts'
import { tacoPlace, tacoTuesdays } from '../../../app/content/dates.ts'
import { business } from '../../../domain/business.ts'
import { spokenTime } from '../../../domain/dates.ts'
import type { Drawing } from '../../../app/art/inline.ts'
import { bounce, mix, overshot, progress, swing } from '../motion.ts'
import { opening, put, screen, type Shot, type Type } from '../stage.ts'

const where = `${tacoPlace.street}, ${tacoPlace.locality} ${tacoPlace.postcode}`
const hours = `Most Tuesdays, ${spokenTime(tacoTuesdays.from)} to ${spokenTime(tacoTuesdays.to)}`

/** Where it is and when, to be read at leisure. */
export function address(sign: Drawing): Shot {
  return {
    seconds: 5.5,
    captions: [
      { from: 0.2, to: 3, words: `${tacoPlace.name}, ${where}.` },
      { from: 3.1, to: 5.4, words: `${hours}. Come hungry. ${business.tradingName}` },
    ],
    draw(time, type) {
      return (
        field(palette.lime, screen.width, screen.height) +
        put(rays(0, 0, '#E6FF8A', 14, 800), 480, 270, { turn: time * 4 }) +
        card(time, type, sign) +
        hosts(time) +
        opening(time, palette.pink)
      )
    },
  }
}

function card(time: number, { lettering, reading }: Type, sign: Drawing): string {
  const share = overshot(progress(time, 0.3, 0.8))
  const centred = (words: string, y: number, size: number, isBold: boolean, colour: string) =>
    reading.type.set(words, -reading.type.width(words, size, isBold) / 2, y, size, isBold, colour)
  const size = fittedSize(tacoPlace.name.toUpperCase(), 640, 58)
  const tape = (x: number, turn: number) =>
    put(`<path d="M-56-17H56V17H-56Z" fill="${palette.butter}" opacity=".86"/>`, x, -176, { turn })
  return put(
    `<path d="${roundedRect(-360, -180, 720, 350, 10)}" fill="${palette.ink}" transform="translate(8 10)"/>` +
      `<path d="${roundedRect(-360, -180, 720, 350, 10)}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="6"/>` +
      tape(-300, -32) +
      tape(300, 32) +
      `<svg x="-140" y="-166" width="280" height="76" viewBox="${sign.viewBox}">${sign.body}</svg>` +
      lettering('TACO TUESDAYS', 0, -30, 56, palette.salsa) +
      lettering(tacoPlace.name.toUpperCase(), 0, 36, size, palette.ink) +
      centred(where, 86, 34, false, palette.ink) +
      centred(hours, 134, 36, true, palette.grape),
    480,
    mix(-260, 268, share),
    { turn: -1.6 },
  )
}

function hosts(time: number): string {
  const share = overshot(progress(time, 0.9, 1.4))
  const hop = bounce(time, 1.4) * 18
  return (
    put(mascot('taco'), mix(-140, 96, share), 452 - hop, {
      scale: 1.8,
      turn: swing(time, 0.7) * 10,
    }) +
    put(mascot('chilli'), mix(1100, 874, share), 462 - bounce(time, 1.4, 0.5) * 18, {
      scale: 1.6,
      turn: swing(time, 0.7, 0.5) * 10,
    })
  )
}
