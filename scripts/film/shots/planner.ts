import { mascot } from '../../../app/art/mascots/mascot.ts'
import { palette } from '../../../app/art/palette.ts'
import { inked, line } from '../../../app/art/print.ts'
import { dots, field, rays } from '../../../app/art/scenes/backdrops.ts'
import { circle, roundedRect } from '../../../app/art/shapes.ts'
import { bounce, eased, mix, overshot, progress, swing } from '../motion.ts'
import { opening, put, screen, type Shot, type Type } from '../stage.ts'

const torn = 2.1

/** Monday is torn off the calendar; Tuesday was behind it all along. */
export const planner: Shot = {
  seconds: 5,
  captions: [
    { from: 0.2, to: 2.2, words: 'Monday. Nobody has ever sung about a Monday.' },
    { from: 2.4, to: 4.9, words: 'But behind every Monday there is a Tuesday.' },
  ],
  draw(time, type) {
    return (
      wall(time) +
      block() +
      tuesday(time, type) +
      monday(time, type) +
      rings() +
      visitors(time) +
      opening(time, palette.coral)
    )
  },
}

function wall(time: number): string {
  const glow = eased(progress(time, torn + 0.2, torn + 0.9))
  const light = put(rays(0, 0, palette.butter, 12, 760), 480, 280, { turn: time * 9 })
  return (
    field(palette.lilac, screen.width, screen.height) +
    dots('#E6DAFF', screen.width, screen.height, 60, 9) +
    `<g opacity="${glow}">${light}</g>`
  )
}

function page(header: string, paper: string): string {
  return (
    inked(roundedRect(-170, 0, 340, 400, 16), paper, 6, 4) +
    inked('M-170 84V16Q-170 0-154 0H154Q170 0 170 16V84Z', header, 6, 3)
  )
}

function block(): string {
  return put(page(palette.steel, palette.skim), 486, 92, { turn: 1.4 })
}

function tuesday(time: number, { lettering }: Type): string {
  const share = progress(time, torn + 0.35, torn + 0.95)
  const hop = share === 1 ? bounce(time - torn - 0.95, 1.7) * 26 : 0
  const hero = put(mascot('taco'), 0, mix(330, 214, overshot(share)) - hop, {
    scale: Math.max(0.01, 2.2 * overshot(share)),
    turn: share === 1 ? swing(time, 0.85) * 7 : 0,
  })
  return put(
    page(palette.coral, palette.lime) +
      lettering('TUE', 0, 64, 58, palette.ink) +
      (share === 0 ? '' : hero) +
      lettering('ABOUT TIME', 0, 378, 34, palette.ink),
    480,
    84,
  )
}

function monday(time: number, { lettering }: Type): string {
  const share = progress(time, torn, torn + 0.9)
  const flutter = share === 0 ? Math.max(0, swing(time, 2.2)) * progress(time, 1.2, torn) * 2 : 0
  return put(
    page(palette.steel, palette.milk) +
      lettering('MON', 0, 64, 58, palette.ink) +
      put(mascot('lemon'), 0, 226 + swing(time, 0.5) * 3, { scale: 2.1, turn: -6 }) +
      lettering('MEH', 0, 378, 34, palette.ink),
    480 - share * 60,
    84 + 620 * share ** 2,
    { turn: flutter - 34 * share },
  )
}

function rings(): string {
  return [-136, 136]
    .map((x) => put(inked(circle(0, 8, 9), palette.ink) + line('M0 8V-22', 9), 480 + x, 92))
    .join('')
}

function visitors(time: number): string {
  const share = overshot(progress(time, 3.2, 3.7))
  const lean = swing(time, 1.1) * 6
  return (
    put(mascot('chilli'), mix(-130, 140, share), 380, { scale: 2.3, turn: 10 + lean }) +
    put(mascot('gherkin'), mix(1090, 824, share), 380, { scale: 2.3, turn: -10 - lean })
  )
}
