import type { PosterArtName } from '../../app/content/markets.ts'
import {
  drawing,
  circle,
  type Drawing,
  drawn,
  ellipse,
  inked,
  line,
  palette,
  placed,
  prop,
  puddle,
  shaded,
} from '../kit.ts'
import { mascots } from '../mascots.ts'
import { biscuitTower, cake, chicken, cobs, mac, ribs } from '../scenes/food.ts'
import { partyHat } from '../scenes/party-kit.ts'
import * as snacks from '../scenes/snacks.ts'
import { bunting, dots, field, glitter, guest, product, rays, steam } from '../scenes/stage.ts'

/** What stands on the ink line of a poster or a flyer. The words are the page's own. */
export const posterArt = {
  markets: drawing('0 0 600 470')`
  ${spotlight(300, 300, 196)}
  ${placed(118, 462, 1.04, biscuitTower)}
  ${placed(478, 464, 1, product('peach-please-hot-honey', 0.84))}
  ${placed(300, 322, 2.75, mascots.biscuit)}
  ${placed(556, 464, 1, product('nashville-chilli-crisp', 0.42))}`,
  gregs: drawing('0 0 600 470')`
  ${spotlight(300, 280, 200)}
  ${placed(470, 464, 1.5, snacks.paperBag('STILL WARM'))}
  ${placed(278, 300, 2, guest('toque', 1))}
  ${placed(120, 384, 1.15, snacks.pastryRoll, -3)}
  ${placed(118, 462, 1.35, snacks.pasty)}
  ${placed(300, 464, 1.4, snacks.pasty)}
  ${placed(396, 465, 1.1, snacks.honeyBiscuit)}`,
  sauces: drawing('0 0 600 470')`
  ${spotlight(300, 280, 200)}
  ${placed(108, 464, 1, product('apple-terror-sauce', 0.98))}
  ${placed(412, 464, 1, product('the-big-smoke-bbq-sauce', 0.94))}
  ${placed(528, 464, 1, product('lip-service-scotch-bonnet', 0.86))}
  ${placed(248, 466, 1, product('hot-tomato-ketchup', 0.92))}`,
  'pop-ups': drawing('0 0 400 250')`
  ${placed(96, 236, 1.5, snacks.slider('trans'), -3)}
  ${placed(304, 236, 1.5, snacks.slider('bi'), 3)}
  ${placed(200, 240, 1.78, snacks.slider('six'))}`,
  tacos: { viewBox: '0 0 420 170', body: placed(210, 158, 1.16, snacks.tacoRack) },
  chicken: drawing('0 0 420 300')`
  ${steam(150, 92, palette.milk, 3)}
  ${placed(318, 190, 2.1, guest('garlic', 1, 6))}
  ${placed(180, 290, 1.42, chicken)}`,
  sun: drawing('0 0 420 300')`
  <path d="${circle(300, 110, 92)}" fill="${palette.cheddar}"/>
  ${placed(300, 186, 2.1, guest('flame', 1, 4))}
  ${placed(160, 290, 1.7, ribs)}`,
  feast: drawing('0 0 420 300')`
  ${bunting({ from: [-10, 20], to: [430, 26], sag: 26, count: 9 })}
  ${placed(324, 200, 1.9, guest('corn', 1, 5, placed(4, -40, 0.7, partyHat(palette.coral, palette.milk))))}
  ${placed(166, 290, 1.36, chicken)}`,
  hearts: drawing('0 0 420 300')`
  ${glitter(60, 70, 1.8)}
  ${glitter(366, 60, 1.5)}
  ${placed(320, 288, 1.02, cake)}
  ${placed(136, 196, 2.1, guest('heart', 1, -6))}`,
  pride: drawing('0 0 420 300')`
  ${bunting({ from: [-10, 18], to: [430, 18], sag: 30, count: 10 })}
  ${placed(320, 186, 2.1, guest('twink', 1, 5))}
  ${placed(290, 290, 0.86, cobs)}
  ${placed(136, 291, 1.12, mac)}`,
} as const satisfies Record<PosterArtName, Drawing>

function spotlight(x: number, y: number, r: number): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette.milk}" opacity=".55"/>`
}

/** The three parts of the snacks.taco menu, 300 x 300 each. */
export const tacoMenuArt = {
  tacos: drawn`
  ${field(palette.lime, 300, 300)}
  ${rays(150, 170, '#E6FF8A', 12, 300)}
  ${puddle(110, 10, 156, 226)}
  ${placed(94, 186, 1.2, snacks.taco, -8)}
  ${placed(214, 186, 1.2, snacks.taco, 8)}
  ${placed(154, 174, 1.5, mascots.taco)}`,
  sides: drawn`
  ${field(palette.sky, 300, 300)}
  ${dots('#C6E9FF', 300, 300, 36, 6)}
  ${placed(92, 178, 1.5, snacks.dip(palette.coral, palette.butter, palette.leaf))}
  ${placed(210, 178, 1.5, snacks.dip('#8CCB3C', palette.pink, palette.milk))}
  ${placed(150, 244, 1.8, snacks.dip(palette.cheddar, palette.teal, palette.coral))}`,
  drinks: drawn`
  ${field(palette.blush, 300, 300)}
  ${rays(150, 150, '#FFDDEB', 11, 320)}
  ${placed(100, 258, 0.95, frozenDrink(palette.lime))}
  ${placed(202, 262, 1.05, frozenDrink(palette.coral))}`,
}

/** A frozen thing in a glass, salt on the rim. */
function frozenDrink(colour: string): string {
  const bowl = 'M-60-150H60Q60-84 0-76Q-60-84-60-150Z'
  return drawn`
  ${puddle(44)}
  ${line(9)}M22-140L44-214
  ${line(5, palette.milk)}M22-140L44-214
  ${prop(palette.milk, 1.5)}M-6-80H6V-14H-6Z
  ${prop(palette.milk, 1.5)}${ellipse(0, -7, 40, 9)}
  ${inked(colour, 4.5, 2)}M-52-150Q-46-184-20-178Q-4-200 16-182Q44-188 52-150Z
  ${shaded(colour, [0, -150, 60, 76])}${bowl}
  ${line(6, palette.milk)}M-44-138Q-42-112-24-98
  ${inked('#8CCB3C', 4.5, 2)}${circle(-52, -160, 22)}
  ${line(3.5, palette.milk)}M-52-178V-142M-70-160H-34
  ${line(6, palette.milk)}M-58-151H58`
}
