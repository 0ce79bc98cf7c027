import type { Context } from './context.ts'
import { type FormObject, itemsOf } from './form.ts'

/** Which kind of object a field of the API's answers names. */
const kinds: Record<string, string> = {
  payment_intent: 'payment_intent',
  latest_charge: 'charge',
  subscription: 'subscription',
  invoice: 'invoice',
  customer: 'customer',
  latest_invoice: 'invoice',
}

/** Puts objects in the place of their ids where `expand[]` asks for it, one level deep. */
export function expand(context: Context, answer: object, form: FormObject): object {
  const wanted = form['expand']
  if (wanted === undefined || typeof wanted === 'string') return answer
  const full: Record<string, unknown> = { ...answer }
  for (const name of itemsOf(wanted)) {
    const id = typeof name === 'string' ? full[name] : null
    const kind = typeof name === 'string' ? kinds[name] : undefined
    if (typeof name === 'string' && typeof id === 'string' && kind !== undefined)
      full[name] = context.store.get<object>(kind, id) ?? id
  }
  return full
}
