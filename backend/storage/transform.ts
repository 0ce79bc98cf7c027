import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { type Asker, FairShares } from '../fair-shares.ts'
import { fault } from './errors.ts'

/** As numbers of a body or as texts of an address. */
const whole = (least: number, most: number) => {
  const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())
  return v.optional(v.pipe(number, v.minValue(least), v.maxValue(most)))
}

/** How a picture is wanted: sides in pixels; its format stays. */
export const wishes = v.object({
  height: whole(1, 2500),
  width: whole(1, 2500),
  resize: v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
  quality: whole(20, 100),
  format: v.optional(v.literal('origin')),
})
export type Wishes = v.InferOutput<typeof wishes>

/** In the words of the hosted service's `x-transformations`. */
export function describeWishes({ height, width, resize, quality }: Wishes): string {
  const resizing_type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
  return Object.entries({ height, width, resizing_type, quality })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(',')
}

const formats = ['jpeg', 'png', 'webp', 'avif'] as const
const [mostBytes, mostPixels] = [25_000_000, 25_000_000]
/** A picture takes a processor for a second, and four bytes of memory a pixel. */
const share = {
  places: 1,
  perAddress: 1,
  waitingPerAddress: 50,
  waitingInAll: 200,
  patience: 20_000,
}

interface Picture {
  type: string
  size: number
  read: () => Promise<AsyncIterable<Uint8Array>>
}

/** `[storage.image_transformation]`: gives pictures in other sizes, one at a time. */
export function createTransform() {
  const shares = new FairShares(share)

  /** @throws ApiError InvalidRequest for what is no picture, or too large a one */
  return (asker: Asker, file: Picture, { resize, quality, width, height }: Wishes) => {
    const format = formats.find((each) => file.type === `image/${each}`)
    if (format === undefined || file.size > mostBytes)
      throw fault('InvalidRequest', 'Only a JPEG, PNG, WebP or AVIF up to 25 MB can be transformed')
    return shares.use(asker, async () => {
      const { default: sharp } = await import('sharp')
      return sharp(await buffer(await file.read()), { limitInputPixels: mostPixels })
        .autoOrient()
        .resize({ width, height, fit: resize === 'contain' ? 'inside' : resize })
        .toFormat(format, { quality })
        .toBuffer()
        .catch((error: Error) => {
          throw fault('InvalidRequest', `The picture cannot be transformed: ${error.message}`)
        })
    })
  }
}

export type Transform = ReturnType<typeof createTransform>
