import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import type { Asker } from '../queue/asker.ts'
import { FairQueue } from '../queue/fair-queue.ts'
import { fault } from './errors.ts'

/** A number in a body, or a text in a query string. */
const whole = (least: number, most: number) => {
  const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())
  return v.optional(v.pipe(number, v.minValue(least), v.maxValue(most)))
}

/** The wanted transformation of a picture: sides in pixels; its format stays. */
export const transformSchema = v.object({
  height: whole(1, 2500),
  width: whole(1, 2500),
  resize: v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
  quality: whole(20, 100),
  format: v.optional(v.literal('origin')),
})
export type TransformOptions = v.InferOutput<typeof transformSchema>

/** In the format of the hosted service's `x-transformations`. */
export function describeWishes({ height, width, resize, quality }: TransformOptions): string {
  const resizing_type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
  return Object.entries({ height, width, resizing_type, quality })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(',')
}

const [mostBytes, mostPixels] = [25_000_000, 25_000_000]
const readers = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']
/** A picture takes a processor for a second, and four bytes of memory a pixel. */
const share = {
  slots: 1,
  perAddress: 1,
  waitingPerAddress: 50,
  waitingInAll: 200,
  timeoutMs: 20_000,
}

/** `[storage.image_transformation]`: resizes pictures, one at a time. Their type is detected from their content. */
export function createTransform() {
  const shares = new FairQueue(share)

  /** @throws ApiError InvalidRequest for content that is no picture, or too large a one */
  return (
    asker: Asker,
    size: number,
    read: () => Promise<AsyncIterable<Uint8Array>>,
    { resize, quality, width, height }: TransformOptions,
  ) => {
    if (size > mostBytes) throw fault('InvalidRequest', 'The picture is larger than 25 MB')
    return shares.use(asker, async () => {
      const { default: sharp } = await import('sharp')
      // Drawings and other kinds that libvips reads never reach their readers.
      sharp.block({ operation: ['VipsForeignLoad'] })
      sharp.unblock({ operation: readers })
      const bytes = await buffer(await read())
      const fit = resize === 'contain' ? 'inside' : resize
      try {
        const picture = sharp(bytes, { limitInputPixels: mostPixels }).autoOrient()
        const { format = 'png' } = await picture.metadata()
        const sized = picture.resize({ width, height, fit }).toFormat(format, { quality })
        return { type: `image/${format}`, body: await sized.toBuffer() }
      } catch (error) {
        const reason = error instanceof Error ? error.message : ''
        throw fault('InvalidRequest', `The picture cannot be transformed: ${reason}`)
      }
    })
  }
}

export type Transform = ReturnType<typeof createTransform>
