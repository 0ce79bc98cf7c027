const folder = '/generated/share'
const sticker = /^\/generated\/stickers\/([\w-]+)\.svg$/

/**
 * Returns the path of a page's share picture, given the path of its canonical URL; the home page's picture for a page without a
 * canonical URL.
 */
export function getSharePicturePath(canonical: string | undefined): string {
  const [path = ''] = (canonical ?? '').split('?')
  return `${folder}/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}

/**
 * Returns a generated share picture for a product whose main picture is one of our drawings, the main picture itself if other sites
 * show its format, and the home page's picture otherwise.
 */
export function getProductSharePicture(front: string | null | undefined): string {
  const [, slug] = sticker.exec(front ?? '') ?? []
  if (slug !== undefined) return `${folder}/${slug}.png`
  return front != null && /\.(png|jpe?g|webp)$/i.test(front)
    ? front
    : getSharePicturePath(undefined)
}
