import { mascot } from '../../../app/art/mascots/mascot.ts'
import { palette } from '../../../app/art/palette.ts'
import { line } from '../../../app/art/print.ts'
import { awning, dots, field, gingham } from '../../../app/art/scenes/backdrops.ts'
import { tacoParts } from '../../../app/art/scenes/party-food.ts'
import { glitter, puddle } from '../../../app/art/scenes/stagecraft.ts'
import { mix, overshot, progress, swing } from '../motion.ts'
import { opening, put, screen, type Shot, vessel } from '../stage.ts'

const places = [150, 370, 590, 810]
const somebody = 2

/** Four tacos put themselves together; one of them turns out to be somebody. */
export const assembly: Shot = {
  seconds: 5.5,
  captions: [
    { from: 0.2, to: 2.3, words: 'Shell. Salad. Something pink.' },
    { from: 2.5, to: 5.3, words: 'Hot honey, if you are that way inclined. And you are.' },
  ],
  draw(time, { lettering }) {
    return (
      field(palette.sky, screen.width, screen.height) +
      dots('#C6E9FF', screen.width, screen.height, 54, 8) +
      cloth() +
      awning(-10, 58, screen.width, 12) +
      places.map((x, index) => growing(x, index, time)).join('') +
      honey(time, vessel('peach-please-hot-honey', lettering)) +
      opening(time, palette.lime)
    )
  },
}

function cloth(): string {
  const y = 410
  return (
    gingham({ x: -10, y, width: 990, height: 140, colour: palette.coral, square: 34 }) +
    line(`M-10 ${y}H970`, 6)
  )
}

function growing(x: number, index: number, time: number): string {
  const start = 0.3 + index * 0.14
  const slide = overshot(progress(time, start, start + 0.5))
  const drop = (after: number) => {
    const share = progress(time, start + after, start + after + 0.35)
    return share === 0 ? null : mix(-340, 0, share ** 2)
  }
  const layer = (svg: string, y: number | null) => (y === null ? '' : put(svg, 0, y / 2.05))
  const awake = index === somebody ? progress(time, 4.1, 4.4) : 0
  const landed = progress(time, start + 2.15, start + 2.4)
  const squash = landed > 0 && landed < 1 ? 0.94 : 1
  const body =
    tacoParts.leaf() +
    layer(tacoParts.salad(), drop(0.9)) +
    layer(tacoParts.fillings(), drop(1.7)) +
    tacoParts.shell()
  const hop = awake === 1 ? Math.abs(swing(time - 4.4, 1.1)) * 34 : 0
  const taco = awake > 0 ? mascot('taco') : body
  return put(
    puddle(48, 8, 6, 42) +
      put(taco, 0, -hop / 2.05, {
        stretch: squash,
        turn: awake === 1 ? swing(time, 1.1) * 6 : 0,
        scale: awake > 0 ? 1 + 0.12 * overshot(awake) : 1,
      }) +
      (awake > 0 ? sparkle(time) : ''),
    x + mix(1000, 0, slide),
    384,
    { scale: 2.05 },
  )
}

function sparkle(time: number): string {
  const size = 1 + swing(time, 1.6) * 0.25
  return (
    glitter(-66, -44, size, palette.butter) +
    glitter(64, -54, size * 0.8, palette.pink) +
    glitter(4, -84, 1.8 - size, palette.milk)
  )
}

/** The squeezy bottle flies over all four and draws its line. */
function honey(time: number, bottle: string): string {
  const share = progress(time, 2.7, 4)
  if (share === 0 || share === 1) return ''
  const x = mix(-120, 1080, share)
  const y = 150 + swing(time, 2) * 10
  const drip = line(`M${Math.round(x - 4)} ${Math.round(y + 116)}q-16 30 0 52t-6 56`, 12, '#FF9A1F')
  return drip + put(bottle, x, y, { turn: 178 + swing(time, 3) * 8, scale: 0.62 })
}
