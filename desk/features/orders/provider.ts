import * as v from 'valibot'
import { invoke } from '../../data/client.ts'
import { askForCode } from '../sign-in/fresh-code.tsx'

interface Press {
  /** The idempotency key: a second press sends the same request. */
  request: string
}

type Wish =
  | (Press & {
      do: 'pay back'
      number: number
      lines: { position: number; quantity: number; restock: boolean }[]
      /** Pence to refund beside the lines. */
      amount: number | null
      reason: string
      left: number
    })
  | (Press & { do: 'cancel'; number: number; restock: boolean; words: string; left: number })
  | (Press & { do: 'pay back again' })
  | { do: 'stop box'; number: number; atOnce: boolean }
  | { do: 'skip box'; number: number; due: string; skips: boolean }

const paidBack = v.object({ amount: v.number() })

/** Requests a refund; returns its amount in pence. */
export async function payBack(wish: Extract<Wish, Press>): Promise<number> {
  return v.parse(paidBack, await askProvider(wish)).amount
}

/** Lets the server call the payment provider; asks for a code of the second factor first when the last one is too old. */
export function askProvider(wish: Wish): Promise<unknown> {
  return askForCode(() => invoke('desk-orders', wish))
}
