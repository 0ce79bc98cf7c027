import {
  apple,
  blueberry,
  chilli,
  flame,
  kiss,
  mandarin,
  mustard,
  peach,
  tomato,
} from './bottled.ts'
import { bear, biscuit, queen, twink } from './divas.ts'
import { boot, garlic, gherkin, lemon, spicebag, taco } from './dry-goods.ts'
import { bolt, corn, heart, toque } from './house.ts'

/** Everybody who lives in the album, by name. Hats may stick out of the box from -50 to 50. */
const cast = {
  chilli,
  apple,
  mandarin,
  blueberry,
  peach,
  mustard,
  flame,
  tomato,
  kiss,
  spicebag,
  garlic,
  gherkin,
  lemon,
  taco,
  boot,
  queen,
  biscuit,
  bear,
  twink,
  heart,
  toque,
  corn,
  bolt,
}

export type MascotName = keyof typeof cast

export const mascotNames = Object.keys(cast) as MascotName[]

/** The inside of a mascot's `<svg>`, drawn round 0 0. */
export function mascot(name: MascotName): string {
  return cast[name]()
}
