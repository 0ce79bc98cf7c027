/** The widths in pixels in which a photo is stored. A product's address of a photo names the width that pages show. */
export const photoWidths = [400, 800, 1200] as const

const ofPhoto =
  /^(.*\/storage\/v1\/object\/public\/products\/.+)-(?:400|800|1200)\.(webp|avif|jpg)$/

/** Returns the address of a photo in another width, from the address that a product has; a drawing's address stays as it is. */
function inWidth(address: string, width: number): string {
  return address.replace(ofPhoto, (_, start: string, type: string) => `${start}-${width}.${type}`)
}

/** For a card, which is at most 300 px wide, on screens with two device pixels per CSS pixel. */
export const cardPhoto = (address: string): string => inWidth(address, photoWidths[1])

export const smallPhoto = (address: string): string => inWidth(address, photoWidths[0])

/** Returns the value of `srcset`; undefined for a drawing. */
export function photoSources(address: string): string | undefined {
  if (!ofPhoto.test(address)) return undefined
  return photoWidths.map((width) => `${inWidth(address, width)} ${width}w`).join(', ')
}

/** Returns the address of the PNG for email programs, which may not show modern formats; null for a drawing. */
export function photoForMail(address: string): string | null {
  const [, start] = ofPhoto.exec(address) ?? []
  return start === undefined ? null : `${start}-mail.png`
}
