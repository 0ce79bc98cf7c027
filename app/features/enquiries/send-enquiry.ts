import { findSuspiciousField } from '../../../domain/enquiry.ts'
import { callFunction } from '../backend-client/api.ts'
import { attemptCounter } from '../browser/attempts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { getField, getTextField } from '../browser/json.ts'
import { logSecurityEvent } from '../backend-client/security-log.ts'
import { type EnquiryFormDefinition, type FieldValues } from './forms.ts'

export interface SentEnquiry {
  reference: string
  isMailed: boolean
}

export type SendEnquiryOutcome =
  | { ok: true; sent: SentEnquiry | null }
  /**
   * `message` is the text of the server or of the limit; null shows the form's own text. `field` is the name of the
   * invalid field.
   */
  | { ok: false; message: string | null; field: string | null }

export function validateEnquiry(
  form: EnquiryFormDefinition,
  values: FieldValues,
  now: number,
): FieldValues {
  const problems = form.validate(values, now)
  const suspicion = findSuspiciousField(values)
  if (suspicion === null) return problems
  const { field, message } = suspicion
  void logSecurityEvent('suspicious_form_submission', { form: form.name, field }, now)
  return { ...problems, [field]: message }
}

/**
 * Sends an enquiry. An attempt without a response does not count towards the browser's limit, because people retry on a
 * bad connection. Never throws.
 */
export async function sendEnquiry(
  form: EnquiryFormDefinition,
  values: FieldValues,
  { page, now }: { page: string; now: number },
): Promise<SendEnquiryOutcome> {
  if (form.limit !== null && !attemptCounter.take(form.limit, now))
    return { ok: false, message: form.limit.refusal, field: null }
  try {
    const { status, answer } = await callFunction(form.name, { ...values, page })
    if (status === 200 && getField(answer, 'success') === true)
      return { ok: true, sent: parseSentEnquiry(answer) }
    return {
      ok: false,
      message: getTextField(answer, 'error'),
      field: getTextField(answer, 'field'),
    }
  } catch (cause) {
    logFailure('Enquiry: could not be sent', cause)
    if (form.limit !== null) attemptCounter.giveBack(form.limit)
    if (form.errorEvent !== null)
      void logSecurityEvent(form.errorEvent, { reason: 'no answer' }, now)
    return { ok: false, message: null, field: null }
  }
}

function parseSentEnquiry(answer: unknown): SentEnquiry | null {
  const reference = getTextField(answer, 'reference')
  return reference === null ? null : { reference, isMailed: getField(answer, 'isMailed') === true }
}
