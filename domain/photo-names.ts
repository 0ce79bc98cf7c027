/** The widths in pixels of the files of a photo. The stored URL of a product's photo names one of them. */
export const photoWidths = [400, 800, 1200] as const

const photoPattern =
  /^(.*\/storage\/v1\/object\/public\/products\/.+)-(?:400|800|1200)\.(webp|avif|jpg)$/

/** Returns the URL of a photo in another width, given its URL in any width; returns the URL of a drawing unchanged. */
function toWidth(address: string, width: number): string {
  return address.replace(
    photoPattern,
    (_, start: string, type: string) => `${start}-${width}.${type}`,
  )
}

/** Returns the URL for a card, which is at most 300 px wide, on screens with two device pixels per CSS pixel. */
export const getCardPhotoUrl = (address: string): string => toWidth(address, photoWidths[1])

export const getSmallPhotoUrl = (address: string): string => toWidth(address, photoWidths[0])

/** Returns the value of the attribute `srcset`; undefined for a drawing, which has no other widths. */
export function getPhotoSrcset(address: string): string | undefined {
  if (!photoPattern.test(address)) return undefined
  return photoWidths.map((width) => `${toWidth(address, width)} ${width}w`).join(', ')
}

/** Returns the URL of the PNG for email programs, which may not show modern formats; null for a drawing. */
export function getEmailPhotoUrl(address: string): string | null {
  const [, start] = photoPattern.exec(address) ?? []
  return start === undefined ? null : `${start}-mail.png`
}
