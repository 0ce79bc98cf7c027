import { palette } from '../kit.ts'
import { firstStall, inThePost, pride, supperClub, trailer } from './early-years.ts'
import { album, brewery, chilliCrisp, ownKitchen, tacoTuesdays } from './later-years.ts'

export interface YearPicture {
  year: number
  /** The field that the picture stands on, 300 x 300. */
  colour: string
  draw(): string
}

/** Ten years as ten pictures: one object with one joke each. */
export const years: readonly YearPicture[] = [
  {
    year: 2016,
    colour: palette.butter,
    draw: supperClub,
  },
  {
    year: 2017,
    colour: palette.sky,
    draw: firstStall,
  },
  {
    year: 2018,
    colour: palette.lime,
    draw: trailer,
  },
  {
    year: 2019,
    colour: palette.blush,
    draw: pride,
  },
  {
    year: 2020,
    colour: palette.mint,
    draw: inThePost,
  },
  {
    year: 2021,
    colour: palette.cheddar,
    draw: chilliCrisp,
  },
  {
    year: 2022,
    colour: palette.peach,
    draw: tacoTuesdays,
  },
  {
    year: 2023,
    colour: palette.lilac,
    draw: brewery,
  },
  {
    year: 2024,
    colour: palette.sky,
    draw: ownKitchen,
  },
  {
    year: 2025,
    colour: palette.pink,
    draw: album,
  },
]
