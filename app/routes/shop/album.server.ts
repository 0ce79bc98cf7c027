import { madeOnce } from '../../../domain/remembered.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { packCard } from '../../features/catalogue/sent-card.ts'

/** The cards on their way to a browser, for as long as they are kept. */
export const packAlbum = madeOnce((cards: readonly CardProduct[]) => cards.map(packCard))
