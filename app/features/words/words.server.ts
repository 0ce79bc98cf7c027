import * as v from 'valibot'
import { holidaySentence } from '../../../domain/holiday.ts'
import type { ShopClient } from '../../../supabase/client.ts'
import type { FaqRow } from '../../content/faqs.ts'
import {
  type Testimonial,
  type TestimonialPage,
  toTestimonial,
} from '../../content/testimonials.ts'
import type { ShopContext } from '../../core/context.ts'
import {
  unwrapResponse,
  logCatalogueUnavailable,
  waitWithBackoff,
  withRetries,
} from '../catalogue/queries.server.ts'

const retries = 1
/** The time that a page waits for optional content. */
const timeoutMs = 2_000

export function listFaqs(client: ShopClient, wait = waitWithBackoff): Promise<FaqRow[]> {
  const ask = () =>
    unwrapResponse(client.from('faqs').select('id,question,answer').order('position').retry(false))
  return withRetries(ask, retries, wait)
}

/** Returns the testimonials of one page, in the owner's order. */
export async function listTestimonials(
  client: ShopClient,
  page: TestimonialPage,
  wait = waitWithBackoff,
): Promise<Testimonial[]> {
  const ask = () =>
    unwrapResponse(
      client
        .from('testimonials')
        .select('author,location,words,color,is_sample')
        .eq('page', page)
        .order('position')
        .retry(false),
    )
  return (await withRetries(ask, retries, wait)).map(toTestimonial)
}

/** The result of the database function `shop_notices`. */
const notices = v.object({
  bar: v.nullable(v.object({ words: v.string(), link: v.nullable(v.string()) })),
  holiday: v.nullable(
    v.object({ closedUntil: v.string(), leavesOn: v.string(), words: v.string() }),
  ),
})
export type ShopNotices = v.InferOutput<typeof notices>

/** Returns the notices for today, or none when the database cannot be read, because pages do not depend on them. */
export async function readShopNotices(shop: ShopContext): Promise<ShopNotices> {
  try {
    return await shop.readRows('notices', async (client) =>
      v.parse(
        notices,
        await unwrapResponse(
          client.rpc('shop_notices').abortSignal(AbortSignal.timeout(timeoutMs)).retry(false),
        ),
      ),
    )
  } catch (error) {
    logCatalogueUnavailable(error, shop)
    return { bar: null, holiday: null }
  }
}

/** Returns a sentence on when an order placed today is sent, or null unless the kitchen is closed. */
export async function getHolidayNotice(shop: ShopContext): Promise<string | null> {
  const { holiday } = await readShopNotices(shop)
  return holiday && holidaySentence(holiday)
}
