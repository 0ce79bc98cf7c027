import { type Product, type ProductRow, toProduct } from '../../domain/product.ts'

/** Returns a product that can be bought, with the test's changes. */
export function aProduct(changes: Partial<Product> = {}): Product {
  return { ...toProduct(aProductRow()), ...changes }
}

/** Returns the row of the product of `aProduct`, as the REST API sends it. */
export function aProductRow(changes: Partial<ProductRow> = {}): ProductRow {
  return {
    id: '0d6a7c1e-0000-4000-8000-000000000001',
    slug: 'nashville-chilli-crisp',
    name: 'Nashville Chilli Crisp',
    category: 'chilli-crisp',
    tagline: 'Hot-chicken heat, crispy shallots, no chicken.',
    description: 'Hot-chicken heat, crispy shallots and cayenne in cold-pressed rapeseed oil.',
    price: 850,
    image_url: ['/generated/stickers/nashville-chilli-crisp.svg'],
    tags: ['#nashville', '#spicy', '#chilli-crisp'],
    ingredients: ['rapeseed oil', 'crispy shallots (28%)', '**soya** sauce'],
    allergens: 'Contains soya.',
    storage: 'Keep in a cool, dry place.',
    net_quantity: 190,
    net_unit: 'g',
    pack: null,
    sizes: [],
    heat: 4,
    tint: 'butter',
    recipeideas: { 'Fried eggs': 'A spoon in the pan before the egg goes in.' },
    stats: [{ name: 'Crunch', score: 9.2, words: 'Deafening' }],
    isHot: false,
    isSeasonalLimited: false,
    isSoldOut: false,
    isComingSoon: false,
    isBestSeller: true,
    active: true,
    stock: null,
    Sort_order: 1,
    prices: [
      {
        id: '0d6a7c1e-0000-4000-8000-000000000101',
        stripe_price_id: 'price_sandbox_nashville_chilli_crisp',
        unit_amount: 850,
        currency: 'gbp',
        position: 0,
        recurring_interval: null,
        recurring_interval_count: null,
      },
    ],
    ...changes,
  }
}

/** The columns with the label that a food needs before it can be sold. */
export const labelColumns = {
  ingredients: ['chillies', 'vinegar'],
  allergens: 'Contains no allergens.',
  net_quantity: 150,
  net_unit: 'ml',
}
