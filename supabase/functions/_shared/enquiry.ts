import * as v from 'valibot'
import { findSuspiciousField } from '../../../domain/enquiry.ts'
import { cleanLine } from '../../../domain/clean-text.ts'
import { createJsonResponse, Refused } from './responses.ts'
import { readJson } from './body.ts'
import { createPlainRefusalResponse, defineHandler, type HandlerContext } from './serve-handler.ts'
import { enforceFormLimit, type FormLimit, recordSecurityEvent } from './guard.ts'
import { rpcAtParsed } from '../../client.ts'

const maxBytes = 64 * 1024
/** Maximum length of a text in UTF-16 units, which is longer than any form allows. Longer text is refused, not cut. */
const maxLength = 5000

/** Maximum number of errors of one IP address that are recorded in five minutes. */
const maxErrors = 20

/** Text that can be stored: no NUL, no lone surrogates. */
export const storableTextSchema = v.pipe(
  v.string(),
  v.maxLength(maxLength),
  v.check((text) => !text.includes('\0') && text.isWellFormed()),
)

export interface EnquiryForm<Fields extends { email: string }> {
  kind: 'catering' | 'consultancy'
  schema: v.GenericSchema<unknown, Fields>
  clean: (fields: Fields) => Fields
  problems: (fields: Fields) => Partial<Record<keyof Fields, string>>
  toRow: (fields: Fields) => object
  limit: FormLimit
  events?: { success: string; error: string }
}

/** A stored enquiry; `isMailed` is true when an email tells the sender its reference. */
const storedSchema = v.object({ reference: v.string(), isMailed: v.boolean() })

const failure = new Refused(503, 'unavailable', 'Failed to submit inquiry')

/**
 * Creates the function that receives an enquiry by POST. It validates the fields by the rules of the form's page, stores
 * the enquiry, and answers `{ success: true, error: null, reference, isMailed }`; or `{ success: false, error }`: 400 with
 * `field` when a field is invalid or suspicious, 403 from another site, 405, 413, 429 with Retry-After, 503 when it could
 * not be stored.
 */
export function createEnquiryFunction<Fields extends { email: string }>(form: EnquiryForm<Fields>) {
  return defineHandler((tools, request) => receive(tools, form, request), {
    isPlain: true,
    fault: 'enquiry: not stored',
    about: () => ({ form: form.limit.key }),
    failed: () => createPlainRefusalResponse(failure),
  })
}

async function receive<Fields extends { email: string }>(
  tools: HandlerContext,
  form: EnquiryForm<Fields>,
  request: Request,
): Promise<Response> {
  const body = await readJson(request, maxBytes, 'enquiry')
  try {
    return createJsonResponse({
      success: true,
      error: null,
      ...(await store(tools, form, request, body)),
    })
  } catch (error) {
    const { status, message } = error instanceof Refused ? error : failure
    // A 429 has already been recorded by `countFormPost`.
    if (form.events !== undefined && status !== 429)
      await recordSecurityEvent(tools, request, form.events.error, { reason: message }, maxErrors)
    throw error
  }
}

async function store<Fields extends { email: string }>(
  tools: HandlerContext,
  { kind, schema, clean, problems, toRow, limit, events }: EnquiryForm<Fields>,
  request: Request,
  body: unknown,
) {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success)
    throw new Refused(400, 'invalid_request', 'This cannot be read as an enquiry')
  const fields = clean(parsed.output)
  for (const [field, error] of Object.entries<string | undefined>(problems(fields)))
    if (error !== undefined) throw new Refused(400, 'invalid_request', error, { field })
  const sender = fields.email.toLowerCase()
  await enforceFormLimit(tools, request, limit, sender)
  const suspicion = findSuspiciousField(parsed.output)
  if (suspicion !== null) {
    const { field, message } = suspicion
    const details = { form: limit.key, field, sender }
    await recordSecurityEvent(tools, request, 'suspicious_form_submission', details, maxErrors)
    throw new Refused(400, 'invalid_request', message, { field })
  }
  const stored = await rpcAtParsed(storedSchema, tools, 'store_enquiry', {
    p_enquiry: { kind, ...toRow(fields), email: fields.email, page: pageOf(body) },
    p_business_email: tools.businessEmail,
  })
  if (events !== undefined)
    await recordSecurityEvent(tools, request, events.success, { reference: stored.reference })
  return stored
}

/**
 * Returns the path of the page with the form, if the browser sends it. Rejects a path that starts with `//` or `/\`, which
 * would lead to another site.
 */
function pageOf(body: unknown): string | null {
  const page = typeof body === 'object' && body !== null && 'page' in body ? body.page : null
  if (typeof page !== 'string' || !page.isWellFormed()) return null
  const line = cleanLine(page, 300)
  return /^\/(?![/\\])/.test(line) ? line : null
}
