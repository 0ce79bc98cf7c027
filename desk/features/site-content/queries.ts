import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { ask, client } from '../../data/client.ts'

export const barSchema = v.object({
  words: v.string(),
  link: v.nullable(v.string()),
  from: v.nullable(v.string()),
  until: v.nullable(v.string()),
  isOn: v.boolean(),
  version: v.number(),
})
export type Bar = v.InferOutput<typeof barSchema>

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
  /** As it is said: 'October 2026'. */
  month: v.string(),
  contents: v.array(v.string()),
  version: v.number(),
})
export type LastBox = v.InferOutput<typeof lastBoxSchema>

const way = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  /** Pence: what it is to cost, and what it costs until the payment provider has that. */
  price: v.number(),
  sells: v.number(),
})
export type Way = v.InferOutput<typeof way>

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
  bar: v.nullable(barSchema),
  holiday: v.nullable(holidaySchema),
  delivery: v.array(way),
  lastBoxes: v.array(lastBoxSchema),
  testimonials: v.array(testimonialSchema),
  faqs: v.array(faqSchema),
})
export type Words = v.InferOutput<typeof schema>

const key = ['words', 'all']
/** What every change of the screen reads anew. */
export const touched = [['words']]

export function useWords() {
  return useQuery({
    queryKey: key,
    queryFn: async () => v.parse(schema, await ask(client.rpc('desk_words'))),
  })
}

/** Shows a change at once; gives what takes it back. */
export function showWords(queries: QueryClient, change: (words: Words) => Words): () => void {
  const before = queries.getQueryData<Words>(key)
  if (before) queries.setQueryData(key, change(before))
  return () => queries.setQueryData(key, before)
}
