import { circle, type Drawing, drawn, palette, placed } from '../kit.ts'
import { mascot } from '../mascots/mascot.ts'
import { biscuitTower, cake } from '../scenes/baking.ts'
import { bunting } from '../scenes/garlands.ts'
import { chicken, cobs, mac, ribs } from '../scenes/hot-food.ts'
import { slider, tacoRack } from '../scenes/party-food.ts'
import { partyHat } from '../scenes/party-kit.ts'
import { glitter, guest, product, steam } from '../scenes/stagecraft.ts'
import { honeyBiscuit, paperBag, pastryRoll, pasty } from './bakery.ts'

/** What stands on the ink line of a poster or a flyer. The words are the page's own. */
export const posterArt = {
  markets: () => ({
    viewBox: '0 0 600 470',
    body: drawn`
  ${spotlight(300, 300, 196)}
  ${placed(118, 462, 1.04, biscuitTower())}
  ${placed(478, 464, 1, product('peach-please-hot-honey', 0.84))}
  ${placed(300, 322, 2.75, mascot('biscuit'))}
  ${placed(556, 464, 1, product('nashville-chilli-crisp', 0.42))}`,
  }),
  gregs: () => ({
    viewBox: '0 0 600 470',
    body: drawn`
  ${spotlight(300, 280, 200)}
  ${placed(470, 464, 1.5, paperBag('STILL WARM'))}
  ${placed(278, 300, 2, guest('toque', 1))}
  ${placed(120, 384, 1.15, pastryRoll(), -3)}
  ${placed(118, 462, 1.35, pasty())}
  ${placed(300, 464, 1.4, pasty())}
  ${placed(396, 465, 1.1, honeyBiscuit())}`,
  }),
  sauces: () => ({
    viewBox: '0 0 600 470',
    body: drawn`
  ${spotlight(300, 280, 200)}
  ${placed(108, 464, 1, product('apple-terror-sauce', 0.98))}
  ${placed(412, 464, 1, product('the-big-smoke-bbq-sauce', 0.94))}
  ${placed(528, 464, 1, product('lip-service-scotch-bonnet', 0.86))}
  ${placed(248, 466, 1, product('hot-tomato-ketchup', 0.92))}`,
  }),
  'pop-ups': () => ({
    viewBox: '0 0 400 250',
    body: drawn`
  ${placed(96, 236, 1.5, slider('trans'), -3)}
  ${placed(304, 236, 1.5, slider('bi'), 3)}
  ${placed(200, 240, 1.78, slider('six'))}`,
  }),
  tacos: () => ({ viewBox: '0 0 420 170', body: placed(210, 158, 1.16, tacoRack()) }),
  chicken: () => ({
    viewBox: '0 0 420 300',
    body: drawn`
  ${steam(150, 92, palette.milk, 3)}
  ${placed(318, 190, 2.1, guest('garlic', 1, 6))}
  ${placed(180, 290, 1.42, chicken())}`,
  }),
  sun: () => ({
    viewBox: '0 0 420 300',
    body: drawn`
  <path d="${circle(300, 110, 92)}" fill="${palette.cheddar}"/>
  ${placed(300, 186, 2.1, guest('flame', 1, 4))}
  ${placed(160, 290, 1.7, ribs())}`,
  }),
  feast: () => ({
    viewBox: '0 0 420 300',
    body: drawn`
  ${bunting({ from: [-10, 20], to: [430, 26], sag: 26, count: 9 })}
  ${placed(324, 200, 1.9, guest('corn', 1, 5, placed(4, -40, 0.7, partyHat(palette.coral, palette.milk))))}
  ${placed(166, 290, 1.36, chicken())}`,
  }),
  hearts: () => ({
    viewBox: '0 0 420 300',
    body: drawn`
  ${glitter(60, 70, 1.8)}
  ${glitter(366, 60, 1.5)}
  ${placed(320, 288, 1.02, cake())}
  ${placed(136, 196, 2.1, guest('heart', 1, -6))}`,
  }),
  pride: () => ({
    viewBox: '0 0 420 300',
    body: drawn`
  ${bunting({ from: [-10, 18], to: [430, 18], sag: 30, count: 10 })}
  ${placed(320, 186, 2.1, guest('twink', 1, 5))}
  ${placed(290, 290, 0.86, cobs())}
  ${placed(136, 291, 1.12, mac())}`,
  }),
} as const satisfies Record<string, () => Drawing>

export type PosterArtName = keyof typeof posterArt

function spotlight(x: number, y: number, r: number): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${palette.milk}" opacity=".55"/>`
}
