import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import type { Asker } from '../queue/asker.ts'
import { FairQueue } from '../queue/fair-queue.ts'
import { createStorageError } from './errors.ts'

/** Creates the schema of an optional integer within limits. In a query string the integer is text. */
const whole = (least: number, most: number) => {
  const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())
  return v.optional(v.pipe(number, v.minValue(least), v.maxValue(most)))
}

/** Options of an image transformation: sides in pixels. The image format stays the same. */
export const transformSchema = v.object({
  height: whole(1, 2500),
  width: whole(1, 2500),
  resize: v.optional(v.picklist(['cover', 'contain', 'fill']), 'cover'),
  quality: whole(20, 100),
  format: v.optional(v.literal('origin')),
})
export type TransformOptions = v.InferOutput<typeof transformSchema>

/** Returns the options in the format of hosted Supabase's header `x-transformations`. */
export function formatTransformations({
  height,
  width,
  resize,
  quality,
}: TransformOptions): string {
  const resizing_type = { cover: 'fill', contain: 'fit', fill: 'force' }[resize]
  return Object.entries({ height, width, resizing_type, quality })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(',')
}

const [mostBytes, mostPixels] = [25_000_000, 25_000_000]
const readers = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp']
/** Limits for transformations: one occupies a processor for a second, and takes four bytes of memory per pixel. */
const share = {
  slots: 1,
  perAddress: 1,
  waitingPerAddress: 50,
  waitingInAll: 200,
  timeoutMs: 20_000,
}

/**
 * Creates the function for image transformations (`[storage.image_transformation]`), which resizes images one at a time. The type
 * of an image is detected from its content.
 */
export function createImageTransformer() {
  const shares = new FairQueue(share)

  /** @throws ApiError InvalidRequest for content that is not an image, or an image that is too large */
  return (
    asker: Asker,
    size: number,
    read: () => Promise<AsyncIterable<Uint8Array>>,
    { resize, quality, width, height }: TransformOptions,
  ) => {
    if (size > mostBytes)
      throw createStorageError('InvalidRequest', 'The picture is larger than 25 MB')
    return shares.use(asker, async () => {
      const { default: sharp } = await import('sharp')
      // Only allows JPEG, PNG and WebP. libvips can read other formats, such as SVG, whose loaders should not get visitors' files.
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
        throw createStorageError('InvalidRequest', `The picture cannot be transformed: ${reason}`)
      }
    })
  }
}

export type ImageTransformer = ReturnType<typeof createImageTransformer>
