import type { ShopClient } from '../../../supabase/client.ts'
import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { setAuthPrompt } from './auth-prompt.ts'
import { emitAuthEvent, emitSessionChange, readSession } from './session.ts'

/**
 * Publishes each change of the session and handles the callback of a link in an email; `hash` is the URL's fragment from before
 * supabase-js removed it. Only such a callback counts as a sign-in here, because supabase-js also emits SIGNED_IN after a reload,
 * in a second tab and when a tab becomes visible again.
 */
export function subscribeToAuthEvents(supabase: ShopClient, hash: string): void {
  const callback = parseAuthCallback(hash)
  supabase.auth.onAuthStateChange((event) => {
    emitAuthEvent()
    emitSessionChange()
    if (event === 'SIGNED_OUT') setAuthPrompt(null)
    // supabase-js emits the event in every tab. Only the tab that the link has opened asks for the new password.
    if (event === 'PASSWORD_RECOVERY' && callback.kind === 'session') setAuthPrompt('recovery')
  })
  if (callback.kind === 'failed') showCallbackError(callback.message)
  if (callback.kind === 'session' && callback.signIn) void greetAfterCallback(supabase)
}

async function greetAfterCallback(supabase: ShopClient): Promise<void> {
  const { error } = await supabase.auth.initialize()
  if (error === null) await requestWelcomeEmail(supabase)
  // The session stays in the URL, so that a reload tries again.
  else if (isConnectionError(error))
    showToast({ title: authErrorTitle, text: unreachableText, kind: 'failed' })
  else showCallbackError(error.message)
}

function showCallbackError(message: string): void {
  const text = message === expiredLinkMessage ? expiredLinkText : formatAuthError(message)
  showToast({ title: authErrorTitle, text, kind: 'failed' })
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}

/** GoTrue's message for a link that has expired or has been used, and the text that replaces it. */
const expiredLinkMessage = 'Email link is invalid or has expired'
const expiredLinkText = 'This link has gone off, or has been used. Sign in, or ask for a new one.'

export type AuthCallback =
  | { kind: 'none' }
  /**
   * `signIn` is true for a confirmed email address and for a magic link. It is false for a recovery, which first requires a new
   * password, and for a changed email address.
   */
  | { kind: 'session'; signIn: boolean }
  | { kind: 'failed'; message: string }

const signInTypes: readonly (string | null)[] = ['signup', 'magiclink', 'invite']

export function parseAuthCallback(hash: string): AuthCallback {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const message = values.get('error_description')
  if (values.has('error') || message !== null)
    return { kind: 'failed', message: message ?? expiredLinkMessage }
  if (!values.has('access_token')) return { kind: 'none' }
  return { kind: 'session', signIn: signInTypes.includes(values.get('type')) }
}

/**
 * Requests the welcome email after the first sign-in of an account, and the welcome-back email after any later one; the server
 * decides if it is due. Failures are only logged.
 */
export async function requestWelcomeEmail(supabase: ShopClient): Promise<void> {
  const { user } = readSession()
  if (user === null) return
  const { data: profile, error } = await supabase
    .from('profiles')
    .select('full_name, welcome_email_sent')
    .eq('id', user.id)
    .maybeSingle()
  if (error !== null) return logFailure('Sign-in: the profile could not be read', error)
  const isFirstSignIn = profile?.welcome_email_sent === false
  if (isFirstSignIn) {
    // The welcome waits for the home page, so that it does not cover the cart of a shopper who is about to pay.
    localStore.set('welcome_waits', 'true')
    setAuthPrompt('welcome')
  }
  const body = {
    email: user.email,
    name: profile?.full_name ?? user.fullName ?? '',
    slug: isFirstSignIn ? 'welcome_email' : 'welcome_back',
  }
  const sent = await supabase.functions.invoke('sendEmailBySlug', { body })
  if (sent.error !== null)
    logFailure('Sign-in: the welcome email could not be requested', sent.error)
}

export const authErrorTitle = 'Authentication Error'
export const unreachableText = 'We can’t reach the sign-in desk. Please try again.'

/**
 * Returns true when a request of supabase-js failed without a response of the backend, even if a proxy responded in its place:
 * auth-js marks such an error by its name, postgrest-js by an empty code.
 */
export function isConnectionError({
  name = '',
  code,
}: {
  name?: string
  code?: string | undefined
}) {
  return ['AuthRetryableFetchError', 'AuthUnknownError'].includes(name) || code === ''
}

const messageTexts: readonly [backend: string, text: string][] = [
  ['invalid login credentials', 'Invalid email or password. Please try again.'],
  ['email not confirmed', 'Please check your email and click the confirmation link.'],
  ['user already registered', 'An account with this email already exists. Please sign in instead.'],
]

/** Returns the text for the visitor (specification, section 8); a message without such a text is returned unchanged. */
export function formatAuthError(message: string): string {
  const lower = message.toLowerCase()
  return messageTexts.find(([backend]) => lower.includes(backend))?.[1] ?? message
}
