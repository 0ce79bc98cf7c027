import * as bbqSauces from './album/bbq-sauces.ts'
import * as boxes from './album/boxes.ts'
import * as condiments from './album/condiments.ts'
import * as hotSauces from './album/hot-sauces.ts'
import * as merchandise from './album/merchandise.ts'
import * as seasonings from './album/seasonings.ts'
import type { SeedProduct } from './seed-product.ts'

export type { SeedProduct } from './seed-product.ts'

/** The 24 products of a new shop, sorted by their number. */
export const seedProducts: SeedProduct[] = [
  bbqSauces,
  boxes,
  condiments,
  hotSauces,
  merchandise,
  seasonings,
]
  .flatMap((page) => Object.values<SeedProduct>(page))
  .sort((one, other) => one.number - other.number)
