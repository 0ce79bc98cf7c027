import { checkNewsletter, newsletterLimit, newsletterTexts } from '../../../domain/newsletter.ts'
import type { NewsletterFields, VisitorMessage } from '../../../domain/newsletter.ts'
import { sanitise } from '../../../domain/validation.ts'
import { loadSupabase } from '../account/supabase.ts'
import { requestTimeoutMs } from '../backend-client/api.ts'
import { logSecurityEvent } from '../backend-client/security-log.ts'
import { attemptCounter } from '../browser/attempts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { setStoredText } from '../browser/stored-text.ts'

export type SignUpOutcome =
  | { ok: true; words: VisitorMessage }
  | { ok: false; field: keyof NewsletterFields | null; words: VisitorMessage }

/** Signs up for the newsletter. `typed` has the form's `email` and `name`; `now` is in ms. Never throws. */
export async function signUpForNewsletter(formData: FormData, now: number): Promise<SignUpOutcome> {
  const getValue = (name: keyof NewsletterFields) => String(formData.get(name))
  const check = checkNewsletter({ email: getValue('email'), name: getValue('name') })
  if (!check.ok) {
    if (check.isSuspicious)
      void logSecurityEvent('suspicious_form_submission', { form: newsletterLimit.key }, now)
    return { ok: false, field: check.field, words: check.message }
  }
  if (!attemptCounter.take(newsletterLimit, now)) return refused(newsletterTexts.tooMany)
  const { email } = check.fields
  try {
    const { error, status } = await insert(check.fields)
    if (error?.code === '23505') return refused(newsletterTexts.duplicate)
    if (status === 429) return refused(newsletterTexts.tooMany)
    if (error !== null) throw new Error(error.message || `The database answered ${status}`)
  } catch (cause) {
    return failed(email, cause, now)
  }
  setStoredText('newsletter_signed_up', 'true')
  void logSecurityEvent('newsletter_signup', { email }, now)
  return { ok: true, words: newsletterTexts.done }
}

async function insert(fields: NewsletterFields) {
  const supabase = await loadSupabase()
  return supabase
    .from('newsletter_signups')
    .insert({ ...fields, consent_page: location.pathname })
    .abortSignal(AbortSignal.timeout(requestTimeoutMs))
}

function failed(email: string, cause: unknown, now: number): SignUpOutcome {
  logFailure('Newsletter: a sign-up failed', cause)
  // The attempt does not count: people retry on a bad connection, and the server limits the requests that reach it.
  attemptCounter.giveBack(newsletterLimit)
  // A proxy in front of the database may respond with a whole HTML page.
  const error = sanitise(cause instanceof Error ? cause.message : String(cause))
  void logSecurityEvent('newsletter_signup_failed', { email, error }, now)
  return refused(newsletterTexts.failed)
}

function refused(words: VisitorMessage): SignUpOutcome {
  return { ok: false, field: null, words }
}
