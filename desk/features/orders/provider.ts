import * as v from 'valibot'
import { invokeFunction } from '../../data/client.ts'
import { sendWithFreshCode } from '../sign-in/fresh-code.tsx'

interface Press {
  /** The idempotency key of the request: a second press sends the same one, so nothing happens twice. */
  request: string
}

type Wish =
  | (Press & {
      do: 'refund'
      number: number
      lines: { position: number; quantity: number; restock: boolean }[]
      /** Pence to refund in addition to the lines; null for none. */
      amount: number | null
      reason: string
      left: number
    })
  | (Press & { do: 'cancel'; number: number; restock: boolean; words: string; left: number })
  | (Press & { do: 'retry_refund' })
  | { do: 'cancel_subscription'; number: number; atOnce: boolean }
  | { do: 'skip_renewal'; number: number; due: string; skips: boolean }

const refunded = v.object({ amount: v.number() })

/**
 * Requests a refund and returns its amount in pence. Asks for a code of the second factor first when the last one is more than
 * fifteen minutes old.
 */
export async function requestRefund(wish: Extract<Wish, Press>): Promise<number> {
  return (await sendWithFreshCode(() => invokeFunction('desk-orders', wish, refunded))).amount
}

/** Changes a subscription at the payment provider. Asks for a code of the second factor as `requestRefund` does. */
export function changeBox(wish: Exclude<Wish, Press>): Promise<unknown> {
  const changed = v.object({ do: v.literal(wish.do), number: v.literal(wish.number) })
  return sendWithFreshCode(() => invokeFunction('desk-orders', wish, changed))
}
