import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'

export const announcementSchema = v.object({
  words: v.string(),
  link: v.nullable(v.string()),
  from: v.nullable(v.string()),
  until: v.nullable(v.string()),
  isOn: v.boolean(),
  version: v.number(),
})
export type Announcement = v.InferOutput<typeof announcementSchema>

export const holidaySchema = v.object({
  from: v.string(),
  until: v.string(),
  sendsOn: v.string(),
  words: v.string(),
  isOn: v.boolean(),
  version: v.number(),
})
export type Holiday = v.InferOutput<typeof holidaySchema>

export const lastBoxSchema = v.object({
  kind: v.picklist(['bear', 'twink']),
  /** The month as text, such as 'October 2026'. */
  month: v.string(),
  contents: v.array(v.string()),
  version: v.number(),
})
export type LastBox = v.InferOutput<typeof lastBoxSchema>

const deliveryMethod = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  /** Prices in pence: the intended one, and the present one until the payment provider has the intended one. */
  price: v.number(),
  sells: v.number(),
})
export type DeliveryMethod = v.InferOutput<typeof deliveryMethod>

export const testimonialSchema = v.object({
  id: v.string(),
  page: v.string(),
  author: v.string(),
  location: v.string(),
  words: v.string(),
  isSample: v.boolean(),
  version: v.number(),
})
export type Testimonial = v.InferOutput<typeof testimonialSchema>

export const faqSchema = v.object({
  id: v.string(),
  question: v.string(),
  answer: v.string(),
  version: v.number(),
})
export type Faq = v.InferOutput<typeof faqSchema>

const schema = v.object({
  bar: v.nullable(announcementSchema),
  holiday: v.nullable(holidaySchema),
  delivery: v.array(deliveryMethod),
  lastBoxes: v.array(lastBoxSchema),
  testimonials: v.array(testimonialSchema),
  faqs: v.array(faqSchema),
})
export type SiteContent = v.InferOutput<typeof schema>

const key = ['words', 'all']
/** Query keys that every change of the site content invalidates. */
export const siteContentKeys = [['words']]

export function useSiteContent() {
  return useQuery(rpcQuery(key, 'desk_words', schema))
}

/** Applies an optimistic update to the cached site content; returns the rollback. */
export function updateCachedSiteContent(
  queries: QueryClient,
  change: (words: SiteContent) => SiteContent,
): () => void {
  const before = queries.getQueryData<SiteContent>(key)
  if (before) queries.setQueryData(key, change(before))
  return () => queries.setQueryData(key, before)
}
