import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcParsed, rpcQuery } from '../../data/rpc-query.ts'
import { enquiryStages } from '../enquiries/queries.ts'
import { orderBox, orderRow } from '../orders/queries.ts'

const stage = v.picklist(enquiryStages)
const words = v.nullable(v.string())

const found = v.object({
  isAll: v.boolean(),
  people: v.array(
    v.object({
      email: v.string(),
      name: words,
      postcode: words,
      orders: v.number(),
      boxes: v.number(),
      enquiry: v.nullable(stage),
    }),
  ),
})
export type FoundPerson = v.InferOutput<typeof found>['people'][number]

const person = v.nullable(
  v.object({
    email: v.string(),
    /** The time at which the person created an account; null without one. */
    since: words,
    isStaff: v.boolean(),
    name: words,
    address: v.nullable(v.record(v.string(), v.nullable(v.string()))),
    /** `total` is the sum of all payments, in pence. */
    bought: v.object({ orders: v.number(), total: v.number(), refunded: v.number() }),
    /** The latest fifty orders. */
    orders: v.array(orderRow),
    boxes: v.array(v.object({ ...orderBox.entries, names: v.array(v.string()) })),
    enquiries: v.array(
      v.object({ id: v.string(), reference: v.string(), title: v.string(), at: v.string(), stage }),
    ),
    consents: v.array(
      v.object({
        of: v.picklist(['newsletter', 'reminders', 'nothing']),
        at: v.string(),
        page: words,
        words,
        isYes: v.boolean(),
      }),
    ),
    carts: v.array(
      v.object({
        at: v.string(),
        lines: v.array(v.object({ name: v.string(), quantity: v.number() })),
      }),
    ),
    mails: v.array(
      v.object({
        template: v.string(),
        number: v.nullable(v.number()),
        reference: words,
        at: v.string(),
        state: v.picklist(['sent', 'waiting', 'stuck', 'called off']),
      }),
    ),
    code: v.nullable(
      v.object({
        code: v.string(),
        percent: v.number(),
        usedAt: words,
        expiresAt: v.string(),
        withdrawnAt: words,
      }),
    ),
    note: v.string(),
    /** The reasons why the person cannot be erased yet. */
    hindrances: v.array(v.picklist(['order_open', 'dispute_open', 'payment_open', 'box_open'])),
  }),
)
export type Person = NonNullable<v.InferOutput<typeof person>>

/** The `gcTime` in ms: personal data is removed from memory soon after its screen is closed. */
const staysFor = 60_000

/** The minimum length of a search: a single letter would match nearly everybody. */
export const minSearchLength = 2

export function usePeopleSearch(search: string) {
  return useQuery({
    queryKey: ['orders', 'people', search],
    queryFn: async () => ({
      search,
      ...(await rpcParsed('desk_find_people', found, { p_search: search })),
    }),
    enabled: search.length >= minSearchLength,
    placeholderData: keepPreviousData,
    gcTime: staysFor,
  })
}

export const personKey = (email: string) => ['orders', 'person', email]

export function usePerson(email: string) {
  return useQuery({
    ...rpcQuery(personKey(email), 'desk_person', person, { p_email: email }),
    gcTime: staysFor,
  })
}

/**
 * Returns the path of a person's screen. The email address is in the fragment, which is not sent to a server and so is in no log.
 */
export const personPath = (email: string): string => `/people/person#${encodeURIComponent(email)}`

/** Decodes the fragment of a URL; returns '' when it is malformed, because it may be typed by hand. */
export function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
