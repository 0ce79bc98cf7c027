import { seededRandom } from '../../../app/art/brush.ts'
import { palette } from '../../../app/art/palette.ts'
import { field, rays } from '../../../app/art/scenes/backdrops.ts'
import { taco } from '../../../app/art/scenes/party-food.ts'
import { dot, repeat, tenth } from '../../../app/art/shapes.ts'
import type { StickerSlug } from '../../../app/art/stickers.ts'
import { bounce, eased, mix, progress, swing } from '../motion.ts'
import { opening, poppingWords, put, screen, type Shot, type Type, vessel } from '../stage.ts'

interface Shaker {
  slug: StickerSlug
  x: number
  dust: string
}

const shakers: readonly Shaker[] = [
  { slug: 'hot-tomato-ketchup', x: 190, dust: palette.red },
  { slug: 'trailer-trash-taco-dust', x: 480, dust: palette.lime },
  { slug: 'nashville-hot-dust', x: 770, dust: palette.cheddar },
]

/** Three vessels hop, tip over and shake what they have over three tacos. */
export const shake: Shot = {
  seconds: 5,
  captions: [
    { from: 0.2, to: 2.2, words: 'Take the taco dust. Shake it.' },
    { from: 2.4, to: 4.9, words: 'Shake it again, for luck. Then once for the photo.' },
  ],
  draw(time, { lettering }: Type) {
    const words = { x: 480, y: 64, size: 84, time, from: 1.9 }
    return (
      field(palette.grape, screen.width, screen.height) +
      put(rays(0, 0, '#6B3CC4', 12, 800), 480, 540, { turn: time * 4 }) +
      `<path d="M-10 468H970V550H-10Z" fill="${palette.pink}" stroke="${palette.ink}" stroke-width="6"/>` +
      shakers.map((shaker, index) => scene(shaker, index, time, lettering)).join('') +
      poppingWords('SHAKE SHAKE', words, lettering) +
      opening(time, palette.cheddar)
    )
  },
}

function scene(
  { slug, x, dust }: Shaker,
  index: number,
  time: number,
  lettering: Type['lettering'],
): string {
  const tip = eased(progress(time, 1.3 + index * 0.12, 1.8 + index * 0.12))
  const beat = tip === 1 ? swing(time, 4, index / 3) : 0
  const hop = tip === 0 ? bounce(time, 2, index / 3) * 46 : 0
  const food = put(taco(), x, 452, { scale: 1.75, stretch: 1 + beat * 0.03, turn: index * 4 - 4 })
  const pot = put(vessel(slug, lettering), x, mix(340 - hop, 232 + beat * 14, tip), {
    scale: mix(0.86, 0.68, tip),
    turn: mix(swing(time, 2, index / 3) * 6, 176 + beat * 9, tip),
  })
  return food + (tip === 1 ? dusting(x, dust, time, index) : '') + pot
}

/** Specks that fall from the vessel to the taco, over and over. */
function dusting(x: number, colour: string, time: number, seed: number): string {
  const random = seededRandom(seed * 97 + 5)
  const specks = repeat(26, () => {
    const start = random()
    const spread = (random() - 0.5) * 120
    const fall = (time * 1.3 + start) % 1
    return dot(tenth(x + spread * (0.4 + fall * 0.6)), tenth(mix(316, 424, fall ** 1.4)))
  })
  return `<path d="${specks}" stroke="${palette.ink}" stroke-width="13"/><path d="${specks}" stroke="${colour}" stroke-width="8"/>`
}
