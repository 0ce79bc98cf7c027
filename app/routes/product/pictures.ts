import { getPhotoSrcset, getSmallPhotoUrl } from '../../../domain/photo-names.ts'
import type { Product } from '../../../domain/product.ts'
import type { PageProduct } from '../../features/catalogue/queries.server.ts'

export interface Picture {
  src: string
  /** The `srcset` of a photo. */
  sources?: string | undefined
  thumb: string
  label: string
  alt: string
}

const thirdLabels: Readonly<Record<string, string | undefined>> = {
  'subscription-box': 'What’s inside',
  merchandise: 'The other side',
}

/** Returns the product's pictures with labels; for a product that is coming soon, only its silhouette. Server only. */
export function getPictures(product: PageProduct): Picture[] {
  if (product.isComingSoon && !product.isSoldOut)
    return product.images.slice(0, 1).map((src) => ({
      src,
      sources: getPhotoSrcset(src),
      thumb: getSmallPhotoUrl(src),
      label: 'A shape',
      alt: `The outline of ${product.name}, which is still a secret.`,
    }))
  return product.images.map((src, index) => {
    const label = labelOf(product, src, index)
    const alt = product.alts[src] || `${product.name}: ${label.toLowerCase()}`
    return { src, sources: getPhotoSrcset(src), thumb: getSmallPhotoUrl(src), label, alt }
  })
}

/**
 * Returns the picture on the product's playground card: its mascot without a frame, or the picture that the owner chose
 * instead; for a product that is coming soon, the silhouette.
 */
export function cardPicture(product: Product): string | null {
  if (product.isComingSoon) return product.images[0] ?? null
  const third = product.images.find((src) => src.endsWith('-third.svg')) ?? product.images.at(2)
  if (third === undefined) return product.image
  if (product.category === 'merchandise') return third
  return third.replace(/^(\/generated\/stickers\/.+)-third\.svg$/, '$1-mascot.svg')
}

function labelOf({ category }: Product, src: string, index: number): string {
  if (index === 0) return 'Front'
  if (/-label\.\w+$/.test(src)) return 'Back label'
  if (/-third\.\w+$/.test(src)) return thirdLabels[category] ?? 'The mascot'
  return `Picture ${index + 1}`
}
