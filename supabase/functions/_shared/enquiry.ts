import * as v from 'valibot'
import { suspiciousField } from '../../../domain/enquiry.ts'
import { cleanLine } from '../../../domain/clean-text.ts'
import { answer, retryAfter } from './answers.ts'
import { NotJsonError, readJson, TooLargeError } from './body.ts'
import { consoleLog, type FunctionEnvironment } from './environment.ts'
import { messageOf } from './faults.ts'
import { admit, type Door, type FormLimit, noteEvent } from './guard.ts'
import { isForeign } from './origin.ts'
import { createServiceClient } from './supabase.ts'
import { callFor } from '../../client.ts'

const mostBytes = 64 * 1024
/** More than any form of ours lets through, in UTF-16 units; it is refused rather than cut. */
const longest = 5000

/** Errors of one address that are noted in five minutes. */
const mostErrors = 20

/** Text that can be stored: no NUL, no half characters. */
export const typed = v.pipe(
  v.string(),
  v.maxLength(longest),
  v.check((text) => !text.includes('\0') && text.isWellFormed()),
)

/** What tells one enquiry form from the other. */
export interface EnquiryForm<Fields extends { email: string }> {
  kind: 'catering' | 'consultancy'
  schema: v.GenericSchema<unknown, Fields>
  clean: (fields: Fields) => Fields
  problems: (fields: Fields) => Partial<Record<keyof Fields, string>>
  /** As `store_enquiry` takes it. */
  toRow: (fields: Fields) => object
  limit: FormLimit
  texts: { limited: string; failed: string }
  /** Names of the events that are noted, if any. */
  events: { success: string; error: string } | null
}

/** An enquiry that is stored, and whether an email to the sender names its reference too. */
const storedSchema = v.object({ reference: v.string(), isMailed: v.boolean() })
type Stored = v.InferOutput<typeof storedSchema>

/** What becomes of a post. */
type Outcome = Stored | { status: number; error: string; field?: string; waitMs?: number }

/**
 * POST of an enquiry: checked by the rules of its page, stored, answered `{ success: true, error: null, reference, isMailed }`;
 * or `{ success: false, error }`: 400 with `field` when one is wrong or suspicious, 403 from another site, 405, 413,
 * 429 with Retry-After, 503 when it could not be stored.
 */
export function createEnquiryFunction<Fields extends { email: string }>(
  environment: FunctionEnvironment,
  form: EnquiryForm<Fields>,
): (request: Request) => Promise<Response> {
  const door: Door = { client: createServiceClient(environment), environment }
  return async (request) => {
    const outcome = await receive(door, environment, form, request)
    if ('reference' in outcome) return answer({ success: true, error: null, ...outcome })
    const { status, error, field, waitMs } = outcome
    const headers: Record<string, string> = {}
    if (status === 405) headers.allow = 'POST'
    if (waitMs !== undefined) Object.assign(headers, retryAfter(waitMs))
    return answer({ success: false, error, ...(field !== undefined && { field }) }, status, headers)
  }
}

async function receive<Fields extends { email: string }>(
  door: Door,
  environment: FunctionEnvironment,
  form: EnquiryForm<Fields>,
  request: Request,
): Promise<Outcome> {
  if (request.method !== 'POST') return { status: 405, error: 'Use POST' }
  if (isForeign(request, environment.SITE_URL))
    return { status: 403, error: 'This request came from another site' }
  try {
    const outcome = await judge(door, environment, form, request)
    // A refused flood is noted by the guard.
    if (form.events !== null && 'error' in outcome && outcome.status !== 429)
      await noteEvent(door, request, form.events.error, { reason: outcome.error }, mostErrors)
    return outcome
  } catch (error) {
    if (error instanceof TooLargeError) return { status: 413, error: 'The enquiry is too large' }
    if (error instanceof NotJsonError) return { status: 400, error: 'Send JSON' }
    const log = environment.log ?? consoleLog
    const details = { form: form.limit.form, reason: messageOf(error) }
    log.error(details, 'enquiry: not stored')
    if (form.events !== null)
      await noteEvent(door, request, form.events.error, { reason: form.texts.failed }, mostErrors)
    return { status: 503, error: form.texts.failed }
  }
}

async function judge<Fields extends { email: string }>(
  door: Door,
  environment: FunctionEnvironment,
  { kind, schema, clean, problems, toRow, limit, texts, events }: EnquiryForm<Fields>,
  request: Request,
): Promise<Outcome> {
  const body = await readJson(request, mostBytes)
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) return { status: 400, error: 'This cannot be read as an enquiry' }
  const fields = clean(parsed.output)
  for (const [field, error] of Object.entries<string | undefined>(problems(fields)))
    if (error !== undefined) return { status: 400, error, field }
  const waitMs = await admit(door, request, limit, fields.email.toLowerCase())
  if (waitMs > 0) return { status: 429, error: texts.limited, waitMs }
  const suspicion = suspiciousField(parsed.output)
  if (suspicion !== null) {
    const { field, message } = suspicion
    await noteEvent(door, request, 'suspicious_form_submission', { form: limit.form, field })
    return { status: 400, error: message, field }
  }
  const stored = await callFor(storedSchema, door.client, 'store_enquiry', {
    p_enquiry: { kind, ...toRow(fields), email: fields.email, page: pageOf(body) },
    p_business_email: environment.BUSINESS_EMAIL,
    p_now: new Date(environment.now()).toISOString(),
  })
  if (events !== null)
    await noteEvent(door, request, events.success, { reference: stored.reference })
  return stored
}

/** The path of the page on which the form stood, if the browser says so; `//` and `/\` begin another site's address. */
function pageOf(body: unknown): string | null {
  const page = typeof body === 'object' && body !== null && 'page' in body ? body.page : null
  if (typeof page !== 'string' || !page.isWellFormed()) return null
  const line = cleanLine(page, 300)
  return /^\/(?![/\\])/.test(line) ? line : null
}
