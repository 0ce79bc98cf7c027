/** The limit in bytes. Photos of the best phone cameras are smaller. */
const maxBytes = 25_000_000
const acceptedFormats = 'Photos are JPEG, PNG, WebP, AVIF or HEIC.'

/**
 * Returns an error message when a file is not a usable photo, else null. Checks the contents, because the extension may be wrong.
 * @param head the first bytes of the file; 64 kB are enough
 * @param size the size of the whole file in bytes
 */
export function getPhotoFault(name: string, head: Uint8Array, size: number): string | null {
  const text = latin1(head)
  if (size === 0) return `${name} is empty.`
  if (text.startsWith('%PDF')) return `${name} is a PDF, whatever its name says. ${acceptedFormats}`
  if (isAnimated(text)) return `${name} moves. Photos of products stand still.`
  if (!isImage(text)) return `${name} is no photo that can be read here. ${acceptedFormats}`
  if (size > maxBytes)
    return `${name} has ${Math.round(size / 1_000_000)} MB. 25 MB are the most: take it again in a smaller size.`
  return null
}

function isImage(text: string): boolean {
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF[^]{4}WEBP/.test(text) ||
    /^[^]{4}ftyp(?:heic|heix|mif1|avif)/.test(text)
  )
}

/** Returns true for an animated GIF, PNG or WebP. */
function isAnimated(text: string): boolean {
  // The second frame may follow after `head`, but the NETSCAPE2.0 extension, which repeats the animation, precedes the first frame.
  if (/^GIF8[79]a/.test(text)) return text.includes('NETSCAPE2.0') || countFrames(text) > 1
  if (text.startsWith('\x89PNG'))
    return /^[^]*?(?:acTL|IDAT)/.exec(text)?.[0].endsWith('acTL') ?? false
  return /^RIFF[^]{4}WEBPVP8X[^]{14}ANIM/.test(text)
}

/** Counts the frames of a GIF: each starts with a graphic control extension, which ends with a zero byte. */
const countFrames = (text: string): number =>
  text.split('\x21\xf9\x04').filter((part, index) => index > 0 && part[4] === '\0').length

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
