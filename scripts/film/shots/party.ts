import { seededRandom } from '../../../app/art/brush.ts'
import { mascot, type MascotName } from '../../../app/art/mascots/mascot.ts'
import { palette } from '../../../app/art/palette.ts'
import { line } from '../../../app/art/print.ts'
import { field, gingham, rays } from '../../../app/art/scenes/backdrops.ts'
import { bulbs, bunting } from '../../../app/art/scenes/garlands.ts'
import { tacoRack } from '../../../app/art/scenes/party-food.ts'
import { partyHat } from '../../../app/art/scenes/party-kit.ts'
import { cycle, repeat, tenth } from '../../../app/art/shapes.ts'
import { bounce, eased, mix, overshot, progress, swing } from '../motion.ts'
import { opening, poppingWords, put, screen, type Shot } from '../stage.ts'

const guests: readonly { name: MascotName; hat?: string }[] = [
  { name: 'bear' },
  { name: 'tomato', hat: palette.teal },
  { name: 'peach', hat: palette.grape },
  { name: 'queen' },
  { name: 'mustard', hat: palette.coral },
  { name: 'twink' },
]
const confettiColours = [palette.coral, palette.teal, palette.cheddar, palette.grape, palette.lime]

/** Everybody cheers and the rack comes in. */
export const party: Shot = {
  seconds: 5,
  captions: [
    { from: 0.2, to: 2.2, words: 'Everybody gets up. Everybody gets a hat.' },
    { from: 2.4, to: 4.9, words: 'Taco Tuesday!' },
  ],
  draw(time, { lettering }) {
    const words = { x: 480, y: 128, size: 82, time, from: 2.1 }
    return (
      field(palette.blush, screen.width, screen.height) +
      put(rays(0, 0, '#FFD9EA', 14, 800), 480, 300, { turn: time * 7 }) +
      bulbs({ from: [-20, 20], to: [980, 20], sag: 70, count: 17 }) +
      bunting({ from: [-20, -6], to: [980, -6], sag: 46, count: 16 }) +
      guests.map((guest, index) => cheering(guest, index, time)).join('') +
      spread(time) +
      confetti(time) +
      poppingWords('TACO TUESDAY!', words, lettering) +
      opening(time, palette.teal)
    )
  },
}

function cheering({ name, hat }: (typeof guests)[number], index: number, time: number): string {
  const share = overshot(progress(time, 0.2 + index * 0.08, 0.8 + index * 0.08))
  const jump = bounce(time, 1.6, index * 0.37) * eased(progress(time, 0.8, 1.4)) * 54
  const headgear = hat === undefined ? '' : put(partyHat(hat, palette.milk), 4, -38, { scale: 0.7 })
  return put(mascot(name) + headgear, 96 + index * 154, mix(700, 374, share) - jump, {
    scale: 1.62,
    turn: swing(time, 0.8, index * 0.29) * 9,
  })
}

function spread(time: number): string {
  const y = 452
  const share = overshot(progress(time, 1.2, 1.7))
  return (
    gingham({ x: -10, y, width: 990, height: 100, colour: palette.teal, square: 30 }) +
    line(`M-10 ${y}H970`, 6) +
    put(tacoRack(), mix(-400, 480, share), 496, { scale: 1.5 })
  )
}

function confetti(time: number): string {
  const since = time - 2.1
  if (since < 0) return ''
  const random = seededRandom(29)
  return repeat(46, (index) => {
    const x = random() * screen.width
    const y = -40 - random() * 380 + since * (150 + random() * 90)
    const turn = since * 260 * (random() - 0.5) + index * 40
    const colour = cycle(confettiColours, index)
    return `<path transform="translate(${tenth(x + swing(since, 0.7, index / 9) * 14)} ${tenth(y)}) rotate(${Math.round(turn)})" d="M-9-5H9V5H-9Z" fill="${colour}" stroke="${palette.ink}" stroke-width="3"/>`
  })
}
