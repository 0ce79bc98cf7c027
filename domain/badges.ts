import type { Product } from './product.ts'

export type Badge = 'hot' | 'limited' | 'best-seller'

/** All badges that apply, hazard first. The product's flags decide, not its heat. */
export function badges(
  product: Pick<Product, 'isHot' | 'isSeasonalLimited' | 'isBestSeller'>,
): Badge[] {
  const all: [Badge, boolean][] = [
    ['hot', product.isHot],
    ['limited', product.isSeasonalLimited],
    ['best-seller', product.isBestSeller],
  ]
  return all.filter(([, applies]) => applies).map(([badge]) => badge)
}
