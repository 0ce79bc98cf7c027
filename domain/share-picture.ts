const folder = '/generated/share'
const sticker = /^\/generated\/stickers\/([\w-]+)\.svg$/

/** Returns the share picture of a page by the path of its canonical address; the shop's own picture for a page without one. */
export function sharePicture(canonical: string | undefined): string {
  const [path = ''] = (canonical ?? '').split('?')
  return `${folder}/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}

/**
 * Returns the generated share picture when the product's main picture is one of our drawings, the main picture when it has a
 * format that other sites show, else the shop's picture.
 */
export function productSharePicture(front: string | null | undefined): string {
  const [, slug] = sticker.exec(front ?? '') ?? []
  if (slug !== undefined) return `${folder}/${slug}.png`
  return front != null && /\.(png|jpe?g|webp)$/i.test(front) ? front : sharePicture(undefined)
}
