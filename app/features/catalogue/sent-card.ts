import type { CardProduct } from './card-product.ts'

/** What most products are. */
const usual = {
  allergens: null,
  net: null,
  pack: null,
  isHot: false,
  isSeasonalLimited: false,
  isSoldOut: false,
  isComingSoon: false,
  isBestSeller: false,
  active: true,
  stock: null,
  interval: null,
} satisfies Partial<CardProduct>

type Usual = keyof typeof usual

/**
 * A card on its way to a browser, without what is usual and without its picture, which is the first of its pictures:
 * a list of them is a third lighter, to send and to take apart.
 */
export type SentCard = Omit<CardProduct, Usual | 'image'> & Partial<Pick<CardProduct, Usual>>

export function packCard(card: CardProduct): SentCard {
  const told = Object.entries(card).filter(
    ([key, value]) => key !== 'image' && usual[key as Usual] !== value,
  )
  return Object.fromEntries(told) as SentCard
}

export function unpackCard(sent: SentCard): CardProduct {
  return { ...usual, ...sent, image: sent.images[0] ?? null }
}
