import * as v from 'valibot'
import { photoForMail } from '../domain/photo-names.ts'
import { rpcParsed, type ShopClient } from '../supabase/client.ts'
import { describeFailure } from './failures.ts'
import type { Pictures } from './pictures.ts'

/** Returns PNGs by the slugs of products, for those that have a photo. */
export type PhotoReader = (slugs: string[]) => Promise<Pictures>

interface Needs {
  /** A client with the secret key. */
  client: Pick<ShopClient, 'rpc' | 'storage'>
  log: { warn: (details: object, message: string) => void }
}

const bucket = 'products'
const addresses = v.record(v.string(), v.string())

/** Reads photos from the storage. One that cannot be read is left out, and the email shows the drawing. */
export function findPhotos({ client, log }: Needs): PhotoReader {
  async function read(address: string): Promise<Buffer | null> {
    const [, path] = photoForMail(address)?.split(`/public/${bucket}/`) ?? []
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

/** Returns the pictures of an email about goods, with a product’s photo in place of its drawing. */
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
