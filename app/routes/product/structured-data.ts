import type { ItemAvailability, Offer, Product as Thing, PropertyValue } from 'schema-dts'
import { removeLabelMarks } from '../../../domain/allergens.ts'
import { getAvailability, hasPrice } from '../../../domain/availability.ts'
import { business } from '../../../domain/business.ts'
import type { Product } from '../../../domain/product.ts'
import { toAbsoluteUrl } from '../../content/meta.ts'
import { paths } from '../../core/paths.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'

const stock: Record<ReturnType<typeof getAvailability>, ItemAvailability> = {
  'sold-out': 'https://schema.org/OutOfStock',
  'coming-soon': 'https://schema.org/PreOrder',
  available: 'https://schema.org/InStock',
}

export function productData(product: Product, siteUrl: string): Thing {
  return {
    '@type': 'Product',
    name: product.name,
    image: product.images.map((image) => toAbsoluteUrl(image, siteUrl)),
    description: product.description || product.tagline,
    brand: { '@type': 'Brand', name: business.tradingName },
    sku: product.slug || product.id,
    category: categoryLabel(product.category),
    keywords: product.tags.map((tag) => tag.replace(/^#/, '')).join(', '),
    ...(product.price !== null && hasPrice(product)
      ? { offers: offer(product, product.price, siteUrl) }
      : {}),
    ...(product.isBestSeller ? { award: 'Best Seller' } : {}),
    additionalProperty: extras(product),
  }
}

function offer(product: Product, price: number, siteUrl: string): Offer {
  return {
    '@type': 'Offer',
    url: siteUrl + paths.product(product),
    priceCurrency: 'GBP',
    price: (price / 100).toFixed(2),
    availability: stock[getAvailability(product)],
    seller: { '@type': 'Organization', name: business.legalName },
  }
}

/** Returns properties that schema.org does not define. Omits unknown allergens, because an empty value would mean "free from". */
function extras(product: Product): PropertyValue[] {
  const values: [string, string | null][] = [
    ['allergens', product.allergens === null ? null : removeLabelMarks(product.allergens)],
    ['ingredients', removeLabelMarks(product.ingredients.join(', ')) || null],
    ['spice level', product.isHot ? 'Hot' : null],
    ['edition', product.isSeasonalLimited ? 'Limited Edition' : null],
  ]
  return values.flatMap(([name, value]) =>
    value === null ? [] : [{ '@type': 'PropertyValue', name, value }],
  )
}
