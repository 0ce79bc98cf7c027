import type { Lettering } from '../lettering.ts'
import { palette } from '../palette.ts'
import { firstStall, inThePost, pride, supperClub, trailer } from './early-years.ts'
import { album, brewery, chilliCrisp, ownKitchen, tacoTuesdays } from './later-years.ts'

export interface YearPicture {
  year: number
  title: string
  text: string
  /** The field that the picture stands on, 300 x 300. */
  colour: string
  draw(lettering: Lettering): string
}

/** Ten years as ten pictures: one object with one joke each. */
export const years: readonly YearPicture[] = [
  {
    year: 2016,
    title: 'The supper club',
    text: 'Nine guests, six chairs, one pot.',
    colour: palette.butter,
    draw: supperClub,
  },
  {
    year: 2017,
    title: 'First market stall',
    text: 'A trestle, forty jars, horizontal rain.',
    colour: palette.sky,
    draw: firstStall,
  },
  {
    year: 2018,
    title: 'A trailer of our own',
    text: 'Trailer Trash rolls into the yard.',
    colour: palette.lime,
    draw: trailer,
  },
  {
    year: 2019,
    title: 'Marched at Pride',
    text: 'We brought hot sauce and no umbrella.',
    colour: palette.blush,
    draw: pride,
  },
  {
    year: 2020,
    title: 'Sauces go in the post',
    text: 'The postie learned our name.',
    colour: palette.mint,
    draw: inThePost,
  },
  {
    year: 2021,
    title: 'Chilli crisp lands',
    text: 'Crunch level: neighbours complained.',
    colour: palette.cheddar,
    draw: chilliCrisp,
  },
  {
    year: 2022,
    title: 'Taco Tuesdays',
    text: 'Somebody said “just the once”.',
    colour: palette.peach,
    draw: tacoTuesdays,
  },
  {
    year: 2023,
    title: 'Battersea, with beer',
    text: 'Four chimneys, one fryer.',
    colour: palette.lilac,
    draw: brewery,
  },
  {
    year: 2024,
    title: 'Our own kitchen',
    text: 'With a proper fryer and a door that locks.',
    colour: palette.sky,
    draw: ownKitchen,
  },
  {
    year: 2025,
    title: 'The album',
    text: 'Twenty-four stickers, no doubles.',
    colour: palette.pink,
    draw: album,
  },
]
