import * as v from 'valibot'
import { rpcParsed } from '../../data/rpc-query.ts'
import type { DeskToast } from '../../ui/toasts.tsx'
import { recipeChoiceInput } from '../../features/packing/recipe-choices.ts'
import { removeSentTracking, keepRefusedTracking } from './tracking-draft.ts'

/** Input of the mutation: parcels that are marked as sent together. */
export const sendParcelsInput = v.object({
  carrier: v.string(),
  parcels: v.array(
    v.object({
      number: v.number(),
      tracking: v.string(),
      /**
       * The recipes that were packed. Changes that an older version stored lack this field, and are refused when a recipe must be
       * chosen.
       */
      recipes: v.optional(v.array(recipeChoiceInput)),
    }),
  ),
})

const answer = v.object({
  sent: v.array(v.number()),
  refused: v.array(v.object({ number: v.number(), message: v.string() })),
})
export interface SendResult {
  sent: number[]
  /** The refused parcels. `typed` is the carrier and the tracking number, which are kept for the next attempt. */
  refused: { number: number; message: string; typed: string }[]
}

/** The key of the mutation that marks parcels as sent. */
export const sendParcelsKey = ['send']

export async function sendParcels({
  carrier,
  parcels,
}: v.InferOutput<typeof sendParcelsInput>): Promise<SendResult> {
  const args = { p_carrier: carrier, p_parcels: parcels }
  const { sent, refused } = await rpcParsed('desk_send', answer, args)
  removeSentTracking(sent)
  const trackingOf = new Map(parcels.map(({ number, tracking }) => [number, tracking]))
  const isRefused = new Set(refused.map(({ number }) => number))
  const kept = parcels.filter(({ number }) => isRefused.has(number))
  if (kept.length > 0) keepRefusedTracking(carrier, kept)
  return {
    sent,
    refused: refused.map((one) => ({
      ...one,
      typed: [carrier, trackingOf.get(one.number)].filter(Boolean).join(' '),
    })),
  }
}

/** Returns why a parcel was refused, and that its tracking number is kept. */
export const getRefusalText = ({ message, typed }: SendResult['refused'][number]): string =>
  `${message}. No email went. Kept for when you send it: ${typed}.`

/** Returns the toast with the result for a user who has left the screen. With a refused parcel it stays until it is closed. */
export function getSentToast({ sent, refused }: SendResult): DeskToast {
  const text = [
    ...(sent.length > 0
      ? [`${sent.length === 1 ? '1 order' : `${sent.length} orders`} marked as sent.`]
      : []),
    ...refused.map(getRefusalText),
  ].join(' ')
  return refused.length === 0 ? { text } : { text, kind: 'fault', stays: 0 }
}
