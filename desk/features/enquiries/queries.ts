import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { business } from '../../../domain/business.ts'
import { parseCalendarFile } from '../../../domain/calendar-file.ts'
import { type TakenDay, getTakenDays } from '../../../domain/date-conflicts.ts'
import { unwrapResponse, client, isUuid } from '../../data/client.ts'

/** The stages of an enquiry in their usual order. The keyboard shortcut of a stage is its position, from 1. */
export const enquiryStages = ['new', 'answered', 'quoted', 'confirmed', 'done', 'lost'] as const
export type EnquiryStage = (typeof enquiryStages)[number]

export const enquiryStageNames: Record<EnquiryStage, string> = {
  new: 'New',
  answered: 'Answered',
  quoted: 'Quoted',
  confirmed: 'Confirmed',
  done: 'Done',
  lost: 'Lost',
}

const card = v.object({
  id: v.string(),
  kind: v.picklist(['catering', 'consultancy']),
  name: v.string(),
  event_type: v.nullable(v.string()),
  guest_count: v.nullable(v.string()),
  business_name: v.nullable(v.string()),
  event_on: v.nullable(v.string()),
  stage: v.picklist(enquiryStages),
  created_at: v.string(),
  moved_at: v.string(),
  follow_up_on: v.nullable(v.string()),
  /** True when the follow-up day has come, and no message has been written since. */
  is_due: v.boolean(),
  /** The quoted total in pence. */
  quoted: v.nullable(v.number()),
})

const quote = v.object({
  lines: v.array(v.object({ what: v.string(), amount: v.number() })),
  total: v.number(),
  validUntil: v.string(),
})

const whole = v.object({
  ...card.entries,
  reference: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  day_typed: v.nullable(v.string()),
  message: v.string(),
  note: v.string(),
  orders_before: v.number(),
  letters: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      by: v.string(),
      text: v.string(),
      quote: v.nullable(quote),
    }),
  ),
})

export type EnquiryCard = v.InferOutput<typeof card> & { title: string }
export type Enquiry = v.InferOutput<typeof whole> & { title: string }
export type EnquiryLetter = Enquiry['letters'][number]

/** Adds a title to an enquiry: "Wedding, 45 guests", or "Ask Beau: The Dolphin". */
function titled<Row extends v.InferOutput<typeof card>>(row: Row): Row & { title: string } {
  const guests = /^\d+$/.test(row.guest_count ?? '') ? `${row.guest_count} guests` : row.guest_count
  const title =
    row.kind === 'catering'
      ? [row.event_type, guests].filter(Boolean).join(', ')
      : `Ask ${business.chef.name}${row.business_name ? `: ${row.business_name}` : ''}`
  return { ...row, title }
}

/** At most this many finished enquiries are shown; the others are found through their person. */
const mostOver = 50
const mostOpen = 500
const over = ['done', 'lost']
const columns = Object.keys(card.entries).join(', ')

export const enquiryListKey = ['enquiries', 'list']

export function useEnquiries() {
  return useQuery({
    queryKey: enquiryListKey,
    queryFn: async (): Promise<EnquiryCard[]> => {
      const rows = () => client.from('desk_enquiries').select(columns)
      const [open, past] = await Promise.all([
        unwrapResponse(
          rows().not('stage', 'in', '(done,lost)').order('created_at').limit(mostOpen),
        ),
        unwrapResponse(
          rows().in('stage', over).order('moved_at', { ascending: false }).limit(mostOver),
        ),
      ])
      return v.parse(v.array(card), [...open, ...past]).map(titled)
    },
  })
}

export const enquiryKey = (id: string) => ['enquiries', id]

export function useEnquiry(id: string) {
  return useQuery({
    queryKey: enquiryKey(id),
    queryFn: async (): Promise<Enquiry | null> => {
      if (!isUuid(id)) return null
      const rows = await unwrapResponse(client.from('desk_enquiries').select('*').eq('id', id))
      const [row] = v.parse(v.array(whole), rows)
      return row === undefined ? null : titled(row)
    },
  })
}

/** Returns the taken days: the dates that Find us shows, by the shop's own calendar, and confirmed enquiries. */
export function useTakenDays(enquiries: readonly EnquiryCard[]): TakenDay[] {
  const dates = useQuery({
    queryKey: ['dates', 'calendar'],
    queryFn: async () => {
      const answer = await fetch('/dates.ics', { cache: 'no-cache' })
      const isCalendar = answer.headers.get('content-type')?.startsWith('text/calendar') ?? false
      if (!answer.ok || !isCalendar) throw new Error('The dates did not load')
      const ours = `${business.tradingName} `
      return parseCalendarFile(await answer.text()).map((date) => ({
        ...date,
        title: date.title.replace(ours, ''),
      }))
    },
  })
  return getTakenDays(dates.data ?? [], enquiries)
}
