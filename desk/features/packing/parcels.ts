import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { isUuid } from '../../data/client.ts'
import { doNotPersist } from '../../data/query-client.ts'
import { rpcParsed, rpcQuery } from '../../data/rpc-query.ts'
import { type RecipeChoice, changedRecipeLine } from './recipe-choices.ts'

const text = v.nullable(v.string())
const line = v.object({ position: v.number(), name: v.string(), size: text, pieces: v.number() })

export const parcel = v.object({
  number: v.number(),
  name: text,
  district: text,
  isToSend: v.boolean(),
  isPriority: v.boolean(),
  /** True when the delivery method follows from the number of pieces, and is not the shopper's choice. */
  isXl: v.boolean(),
  // Optional, because a list that an older version stored on the device lacks this field.
  deliveryName: v.optional(v.string(), 'XL'),
  isBox: v.boolean(),
  isGift: v.boolean(),
  isPartSent: v.boolean(),
  status: v.string(),
  since: v.string(),
  sentAt: text,
  carrier: text,
  tracking: text,
  note: text,
  pickList: text,
  packedAt: text,
  lines: v.array(line),
})
export type Parcel = v.InferOutput<typeof parcel>

const sentBatch = v.object({
  sentAt: v.string(),
  mailsAt: v.string(),
  numbers: v.array(v.number()),
  parts: v.array(v.string()),
  orders: v.array(v.number()),
})
export type SentBatch = v.InferOutput<typeof sentBatch>

const parcels = v.object({
  counts: v.object({
    'to-pack': v.number(),
    pieces: v.number(),
    packed: v.number(),
    sent: v.number(),
    all: v.number(),
  }),
  lists: v.array(
    v.object({ id: v.string(), orders: v.number(), pieces: v.number(), picked: v.number() }),
  ),
  undoable: v.array(sentBatch),
  orders: v.array(parcel),
})

export const parcelTabs = ['to-pack', 'packed', 'sent', 'all'] as const
export type ParcelTab = (typeof parcelTabs)[number]
export const parcelsPerPage = 100

export function useParcels(tab: ParcelTab, page: number) {
  return useQuery({
    ...rpcQuery(['orders', 'parcels', tab, page], 'desk_parcels', parcels, {
      p_tab: tab,
      p_limit: parcelsPerPage,
      p_offset: page * parcelsPerPage,
    }),
    placeholderData: (before) => before,
  })
}

const pickListRow = v.object({
  slug: v.string(),
  size: text,
  name: v.string(),
  image: text,
  tint: text,
  place: v.nullable(v.number()),
  pieces: v.number(),
  isPicked: v.boolean(),
  items: v.array(v.string()),
  wantedBy: v.array(v.object({ number: v.number(), name: text, pieces: v.number() })),
})
export type PickListRow = v.InferOutput<typeof pickListRow>

const pickList = v.object({ orders: v.array(v.number()), rows: v.array(pickListRow) })

export function usePickList(id: string) {
  return useQuery({
    queryKey: ['picks', id],
    queryFn: async () =>
      isUuid(id) ? rpcParsed('desk_pick_list', pickList, { p_list: id }) : { orders: [], rows: [] },
  })
}

export const deliveryAddress = v.object({
  name: v.nullish(v.string(), null),
  line1: v.nullish(v.string(), null),
  line2: v.nullish(v.string(), null),
  city: v.nullish(v.string(), null),
  county: v.nullish(v.string(), null),
  postcode: v.nullish(v.string(), null),
  country: v.nullish(v.string(), null),
})

const slip = v.object({
  number: v.number(),
  placedAt: v.string(),
  address: v.nullable(deliveryAddress),
  deliveryName: v.string(),
  isPriority: v.boolean(),
  isPacked: v.boolean(),
  note: text,
  gift: v.nullable(v.object({ to: text, from: text, note: text })),
  lines: v.array(
    v.object({
      ...line.entries,
      net: text,
      /** The allergens of the line's label. Also null until a recipe is chosen, and when several recipes are packed. */
      allergens: text,
      recipe: v.nullable(changedRecipeLine),
      /** True when the label was wrong when it was ordered, and `allergens` are those of the right one. */
      isCorrected: v.optional(v.boolean(), false),
      isPicked: v.boolean(),
    }),
  ),
})
export type Slip = v.InferOutput<typeof slip>

/** Returns the recipe choices for lines whose label has changed since their order. */
export const getRecipeChoices = (slips: readonly Slip[]): RecipeChoice[] =>
  slips.flatMap(({ number, lines }) =>
    lines.flatMap(({ recipe, position, name, size, pieces }) =>
      recipe === null ? [] : [{ ...recipe, number, position, name, size, pieces }],
    ),
  )

/** Lists the orders whose slip, if it is printed already, may have another label than the present one. */
export const listOrdersToReprint = (slips: readonly Slip[]): number[] =>
  slips
    .filter(({ lines }) => lines.some(({ recipe, isCorrected }) => recipe !== null || isCorrected))
    .map(({ number }) => number)

export function useSlips(numbers: number[]) {
  return useQuery({
    ...rpcQuery(['orders', 'slips', numbers], 'desk_slips', v.array(slip), { p_numbers: numbers }),
    enabled: numbers.length > 0,
    // Addresses must not be stored on the device.
    gcTime: 0,
    meta: doNotPersist,
  })
}

/** Returns the contents of a parcel: "2 Spice Bag Mix, 1 Tee (M)". */
export function formatParcelLines(lines: Parcel['lines']): string {
  return lines
    .map(({ name, size, pieces }) => `${pieces} ${name}${size === null ? '' : ` (${size})`}`)
    .join(', ')
}

export const countPieces = (lines: readonly { pieces: number }[]): number =>
  lines.reduce((sum, { pieces }) => sum + pieces, 0)

/** Returns "1 order" or "6 orders", for buttons; sentences spell the number out: "six orders". */
export const formatOrderCount = (count: number): string =>
  count === 1 ? '1 order' : `${count} orders`

/** Parses the order numbers in the URL of a task screen: `?orders=1042,1047`. */
export function parseOrderNumbers(search: URLSearchParams): number[] {
  const numbers = (search.get('orders') ?? '').split(',').map(Number)
  return [...new Set(numbers)].filter((number) => Number.isSafeInteger(number) && number > 0)
}

export const getPackingTaskPath = (
  task: 'slips' | 'part' | 'send',
  numbers: readonly number[],
): string => `/pack/${task}?orders=${numbers.join(',')}`
