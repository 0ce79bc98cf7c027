import * as v from 'valibot'
import { providerIdSchema } from '../_shared/payment-facts.ts'

/** The object in an event has the shape of the account's default API version, so only its id is read. */
const event = v.object({
  id: providerIdSchema,
  type: v.pipe(v.string(), v.regex(/^[\w.]{1,255}$/)),
  livemode: v.boolean(),
  data: v.object({ object: v.unknown() }),
})
const named = v.object({ id: providerIdSchema })

/** `objectId` is null when the event's object has no id. */
export type ProviderEvent = NonNullable<ReturnType<typeof readEvent>>

/** Returns null when the value is not an event. */
export function readEvent(value: unknown) {
  const { success, output } = v.safeParse(event, value)
  if (!success) return null
  const { data, ...rest } = output
  return { ...rest, objectId: v.is(named, data.object) ? data.object.id : null }
}
