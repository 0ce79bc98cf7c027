import * as v from 'valibot'
import { invoke } from '../../data/client.ts'
import { askForCode } from '../sign-in/fresh-code.tsx'

interface Press {
  /** What this press is called, so that a second one is the same. */
  request: string
}

type Wish =
  | (Press & {
      do: 'pay back'
      number: number
      lines: { position: number; quantity: number; restock: boolean }[]
      /** Pence beside the lines. */
      amount: number | null
      reason: string
      left: number
    })
  | (Press & { do: 'cancel'; number: number; restock: boolean; words: string; left: number })
  | (Press & { do: 'pay back again' })
  | { do: 'stop box'; number: number; atOnce: boolean }
  | { do: 'skip box'; number: number; due: string; skips: boolean }

const paidBack = v.object({ amount: v.number() })

/** Has money go back; gives how much. */
export async function payBack(wish: Extract<Wish, Press>): Promise<number> {
  return v.parse(paidBack, await askProvider(wish)).amount
}

/** Has the server ask the payment provider; a code of the app is asked for first when the last is too old. */
export function askProvider(wish: Wish): Promise<unknown> {
  return askForCode(() => invoke('desk-orders', wish))
}
