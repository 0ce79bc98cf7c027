import { data, type LoaderFunctionArgs, type MetaDescriptor } from 'react-router'
import { pageMeta } from '../content/meta.ts'
import { getPage } from '../content/pages.ts'
import { type ShopContext, shopContext } from '../core/context.ts'
import type { Testimonial, TestimonialPage } from '../content/testimonials.ts'
import { logCatalogueUnavailable } from '../features/catalogue/queries.server.ts'
import { listTestimonials } from '../features/words/words.server.ts'

type Asked = Pick<LoaderFunctionArgs, 'context' | 'pattern'>

export function createPageHead({ context, pattern }: Asked): MetaDescriptor[] {
  const { title, description, path, canonical = path } = getPage(`/${pattern}`)
  const { siteUrl } = context.get(shopContext)
  return pageMeta({ title, description, canonical }, siteUrl)
}

export function loader(asked: Asked) {
  return { head: createPageHead(asked) }
}

/** @throws 503 when the database cannot be read, because there is no fallback data */
export async function readOrThrow503<T>(shop: ShopContext, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw data(logCatalogueUnavailable(error, shop).message, { status: 503 })
  }
}

/**
 * Returns the testimonials of a page.
 * @throws as `readOrThrow503`
 */
export function readTestimonials(
  { context }: Asked,
  page: TestimonialPage,
): Promise<Testimonial[]> {
  const shop = context.get(shopContext)
  return readOrThrow503(shop, () =>
    shop.readRows(`testimonials:${page}`, (client) => listTestimonials(client, page)),
  )
}
