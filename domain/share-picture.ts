const folder = '/generated/share'
const sticker = /^\/generated\/stickers\/([\w-]+)\.svg$/

/** The share picture of a page, by the path of its canonical address; the shop's own for a page without one. */
export function sharePicture(canonical: string | undefined): string {
  const [path = ''] = (canonical ?? '').split('?')
  return `${folder}/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}

/** The album's picture where a front is one of ours, the front where other sites can show it, else the shop's. */
export function productSharePicture(front: string | null | undefined): string {
  const [, slug] = sticker.exec(front ?? '') ?? []
  if (slug !== undefined) return `${folder}/${slug}.png`
  return front != null && /\.(png|jpe?g|webp)$/i.test(front) ? front : sharePicture(undefined)
}
