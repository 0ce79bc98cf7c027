import type { Product } from './product.ts'

export type Badge = 'hot' | 'limited' | 'best-seller'

/** Returns all badges that apply, 'hot' first. 'hot' depends on the flag `isHot`, not on the heat. */
export function getBadges(
  product: Pick<Product, 'isHot' | 'isSeasonalLimited' | 'isBestSeller'>,
): Badge[] {
  const all: [Badge, boolean][] = [
    ['hot', product.isHot],
    ['limited', product.isSeasonalLimited],
    ['best-seller', product.isBestSeller],
  ]
  return all.filter(([, applies]) => applies).map(([badge]) => badge)
}
