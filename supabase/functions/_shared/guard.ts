import * as v from 'valibot'
import { call, callFor, type ShopClient } from '../../client.ts'
import { clientAddress } from './caller.ts'
import { consoleLog, type FunctionEnvironment } from './environment.ts'
import { messageOf } from './faults.ts'

/** What the guard of a function works with. */
export interface Door {
  /** With the secret key. */
  client: ShopClient
  environment: Pick<FunctionEnvironment, 'now' | 'log'>
}

/** How often a form may be posted: by whoever `key` names, and by all behind one address. */
export interface FormLimit {
  form: string
  max: number
  addressMax: number
  windowMs: number
  /**
   * Failed sign-ins do not count for the pattern: for what follows a sign-in, and for whoever needs our help or their
   * own data because they cannot get in, or live with somebody who cannot.
   */
  forgivesSignIns?: boolean
}

/**
 * 0 when a post may come in, else the milliseconds to wait: for the form's limit, or, after five refused or suspicious
 * posts in ten minutes from one address, for the rest of those. A refusal is noted.
 */
export async function admit(
  door: Door,
  request: Request,
  { form, max, addressMax, windowMs, forgivesSignIns = false }: FormLimit,
  key: string,
): Promise<number> {
  const { wait } = await callFor(v.object({ wait: v.number() }), door.client, 'admit', {
    p_form: form,
    p_key: key,
    p_max: max,
    p_address: clientAddress(request),
    p_address_max: addressMax,
    p_window_ms: windowMs,
    p_details: seen(request),
    p_now: timeText(door),
    p_counts_sign_ins: !forgivesSignIns,
  })
  return wait
}

/** The same by the pattern alone, for a post whose attempts are counted elsewhere. */
export async function guardWait(door: Door, request: Request): Promise<number> {
  return call(door.client, 'guard_wait', {
    p_address: clientAddress(request),
    p_now: timeText(door),
  })
}

/**
 * Notes an event as seen by the server; with `most`, no more than so many of a kind from one address in five minutes.
 * A failure to do so is swallowed (specification, section 8) but for a line in the log.
 */
export async function noteEvent(
  door: Door,
  request: Request,
  eventType: string,
  details: object,
  most: number | null = null,
): Promise<void> {
  try {
    await call(door.client, 'note_event', {
      p_event_type: eventType,
      p_details: { ...seen(request), ...details },
      p_address: clientAddress(request),
      p_now: timeText(door),
      p_most: most,
    })
  } catch (error) {
    const log = door.environment.log ?? consoleLog
    log.warn({ event: eventType, reason: messageOf(error) }, 'security event: not noted')
  }
}

/** What an event says of a request: the browser, as far as it is told, and the address it called, without its query. */
export function seen(request: Request): { userAgent: string; url: string } {
  const { origin, pathname } = new URL(request.url)
  return {
    userAgent: (request.headers.get('user-agent') ?? 'unknown').slice(0, 300),
    url: `${origin}${pathname}`,
  }
}

function timeText({ environment }: Door): string {
  return new Date(environment.now()).toISOString()
}
