/** Widths in pixels that a photo is kept in; its address names the one that pages show. */
export const photoWidths = [400, 800, 1200] as const

const ofPhoto =
  /^(.*\/storage\/v1\/object\/public\/products\/.+)-(?:400|800|1200)\.(webp|avif|jpg)$/

/** A photo's file in a width, by the address that a product has; a drawing is as it is. */
function inWidth(address: string, width: number): string {
  return address.replace(ofPhoto, (_, start: string, type: string) => `${start}-${width}.${type}`)
}

/** For a card, at most 300 px wide, on screens of twice as many. */
export const cardPhoto = (address: string): string => inWidth(address, photoWidths[1])

/** For a thumbnail. */
export const smallPhoto = (address: string): string => inWidth(address, photoWidths[0])

/** For `srcset`; undefined of a drawing. */
export function photoSources(address: string): string | undefined {
  if (!ofPhoto.test(address)) return undefined
  return photoWidths.map((width) => `${inWidth(address, width)} ${width}w`).join(', ')
}

/** The photo for programs that know no modern formats: PNG. Null of a drawing. */
export function photoForMail(address: string): string | null {
  const [, start] = ofPhoto.exec(address) ?? []
  return start === undefined ? null : `${start}-mail.png`
}
