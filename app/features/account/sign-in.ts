import type { ShopClient } from '../../../supabase/client.ts'
import { cleanEmailAddress, compactPastedText } from '../../../domain/pasted.ts'
import { fieldLimits, sanitise } from '../../../domain/validation.ts'
import type { SignUpFields } from '../../../domain/validation.ts'
import { paths } from '../../core/paths.ts'
import { logFailure } from '../browser/browser-log.ts'
import {
  formatAuthError,
  requestWelcomeEmail,
  isConnectionError,
  unreachableText,
} from './session-events.ts'
import { loadSupabase } from './supabase.ts'

/** `message` is the text for the visitor. `code` is the error code of the backend; null without one. */
export type AuthOutcome = { ok: true } | { ok: false; message: string; code: string | null }

export function signIn(email: string, password: string): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const { error } = await supabase.auth.signInWithPassword({
      email: cleanEmailAddress(email),
      password,
    })
    if (error === null) void requestWelcomeEmail(supabase)
    return error
  })
}

/**
 * Returns the URL to which the link in a confirmation email redirects: the path that the shopper was on the way to, on this origin,
 * with `?verified=true`.
 */
function getConfirmationRedirect(path: string): string {
  const url = new URL(path, window.location.origin)
  url.searchParams.set('verified', 'true')
  return url.href
}

/**
 * Creates an account. An email address that already has an account gives the same outcome, so that nobody can find out who has one.
 * When the backend requires a confirmation, the link in its email leads to the path `target`; otherwise the user is signed in and
 * `onSignedIn` is called.
 */
export function signUp(
  fields: SignUpFields,
  onSignedIn: () => void,
  target: string,
): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const { data, error } = await supabase.auth.signUp({
      email: cleanEmailAddress(fields.email),
      password: fields.password,
      options: {
        data: { full_name: sanitise(fields.fullName, fieldLimits.name) },
        emailRedirectTo: getConfirmationRedirect(target),
      },
    })
    if (data.session !== null) {
      void requestWelcomeEmail(supabase)
      onSignedIn()
    }
    return error
  })
}

/** Sends the confirmation email again. The outcome does not reveal whether the account exists. */
export function resendConfirmation(email: string, target: string): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const options = { emailRedirectTo: getConfirmationRedirect(target) }
    return (
      await supabase.auth.resend({ type: 'signup', email: cleanEmailAddress(email), options })
    ).error
  })
}

/** Sends an email with a link for setting a new password. The outcome does not reveal whether the account exists. */
export function requestPasswordReset(email: string): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const redirectTo = `${window.location.origin}${paths.auth}`
    return (await supabase.auth.resetPasswordForEmail(cleanEmailAddress(email), { redirectTo }))
      .error
  })
}

/**
 * Sets a new password. For a session older than a day, the backend requires the code that `requestReauthenticationCode` sends by
 * email. With `isRepeated`, an earlier request with this password got no response, so it may have been successful and have used the
 * code.
 */
export function changePassword(
  password: string,
  code: string | null,
  isRepeated = false,
): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const change = code === null ? { password } : { password, nonce: compactPastedText(code) }
    const { error } = await supabase.auth.updateUser(change)
    if (isRepeated && error?.code === 'same_password') return null
    if (isRepeated && error?.code === 'reauthentication_not_valid')
      return { message: maybeChangedText, code: error.code }
    return error
  })
}

const maybeChangedText =
  'No answer came to your first try, so this may be your password already. Sign out, and sign in with it to see.'

export function changeEmail(email: string): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const emailRedirectTo = `${window.location.origin}${paths.accountSettings}`
    return (await supabase.auth.updateUser({ email }, { emailRedirectTo })).error
  })
}

export function requestReauthenticationCode(): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => (await supabase.auth.reauthenticate()).error)
}

/**
 * Runs a request of supabase-js. Returns an error of the backend as text for the visitor; logs a failed request and returns a text
 * for it. Never throws.
 */
export async function runAuthRequest(
  request: (
    supabase: ShopClient,
  ) => Promise<{ message: string; code?: string | undefined; name?: string } | null>,
): Promise<AuthOutcome> {
  try {
    const error = await request(await loadSupabase())
    if (error === null) return { ok: true }
    if (isConnectionError(error)) throw error
    return { ok: false, message: formatAuthError(error.message), code: error.code ?? null }
  } catch (cause) {
    logFailure('Sign-in: the request failed', cause)
    return { ok: false, message: unreachableText, code: null }
  }
}
