import * as v from 'valibot'
import { getEmailPhotoUrl } from '../domain/photo-names.ts'
import { rpcParsed, type ShopClient } from '../supabase/client.ts'
import { describeFailure } from './failures.ts'
import type { Pictures } from './pictures.ts'

/** Returns photos as PNGs, by product slug. Products without a photo are missing. */
export type PhotoReader = (slugs: string[]) => Promise<Pictures>

interface Needs {
  /** A Supabase client with the secret key. */
  client: Pick<ShopClient, 'rpc' | 'storage'>
  log: { warn: (details: object, message: string) => void }
}

const bucket = 'products'
const addresses = v.record(v.string(), v.string())

/**
 * Returns a function that reads product photos from the storage. When reading fails, it returns no photos, and emails show
 * drawings.
 */
export function createPhotoReader({ client, log }: Needs): PhotoReader {
  async function read(address: string): Promise<Buffer | null> {
    const [, path] = getEmailPhotoUrl(address)?.split(`/public/${bucket}/`) ?? []
    if (path === undefined) return null
    const { data, error } = await client.storage.from(bucket).download(path)
    if (error !== null) throw error
    return Buffer.from(await data.arrayBuffer())
  }
  return async (slugs) => {
    try {
      const known = await rpcParsed(addresses, client, 'product_photos', { p_slugs: slugs })
      const photos = await Promise.all(
        Object.entries(known).map(async ([slug, address]) => [slug, await read(address)] as const),
      )
      return new Map(photos.flatMap(([slug, png]) => (png === null ? [] : [[slug, png]])))
    } catch (error) {
      log.warn({ reason: describeFailure(error) }, 'email: without the photos of its products')
      return new Map()
    }
  }
}

const goods = v.object({ slug: v.string() })
const listed = v.object({
  lines: v.optional(v.array(goods), []),
  boxes: v.optional(v.array(goods), []),
})

/** Returns the pictures for an email. For each product in its data that has a photo, the photo replaces the drawing. */
export async function loadProductPictures(
  data: object,
  pictures: Pictures,
  readPhotos?: PhotoReader,
): Promise<Pictures> {
  const found = v.safeParse(listed, data)
  if (!found.success || readPhotos === undefined) return pictures
  const slugs = [...found.output.lines, ...found.output.boxes].map(({ slug }) => slug)
  return slugs.length === 0
    ? pictures
    : new Map([...pictures, ...(await readPhotos([...new Set(slugs)]))])
}
