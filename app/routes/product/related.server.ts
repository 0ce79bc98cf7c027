import { relativesIn } from '../../../domain/related.ts'
import { madeOnce } from '../../../domain/remembered.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'

/** What stands next to each card, for as long as the cards are kept. */
export const relativesOf = madeOnce((cards: readonly CardProduct[]) => relativesIn(cards))
