const folder = '/generated/share'
const sticker = /^\/generated\/stickers\/([\w-]+)\.svg$/

/** The share picture of a page, by the path of its canonical address; the shop's own for a page without one. */
export function sharePicture(canonical: string | undefined): string {
  const [path = ''] = (canonical ?? '').split('?')
  return `${folder}/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}

/**
 * The share picture of a product: that of the album where its front is one of ours, the front itself where that is
 * something other sites can show, else the shop's.
 */
export function productSharePicture(front: string | null | undefined): string {
  const [, slug] = sticker.exec(front ?? '') ?? []
  if (slug !== undefined) return `${folder}/${slug}.png`
  return front != null && /\.(png|jpe?g|webp)$/i.test(front) ? front : sharePicture(undefined)
}
