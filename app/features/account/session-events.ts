import type { ShopClient } from '../../../supabase/client.ts'
import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { setOccasion } from './occasion.ts'
import { announceAuthEvent, announceSession, readSession } from './session.ts'

/** Only a mail's link counts as a sign-in: SIGNED_IN also comes with a reload, a second tab and the return to a tab. */
export function followSession(supabase: ShopClient, hash: string): void {
  const arrival = readAuthCallback(hash)
  supabase.auth.onAuthStateChange((event) => {
    announceAuthEvent()
    announceSession()
    if (event === 'SIGNED_OUT') setOccasion(null)
    // The event reaches every tab; the new password is asked for in the one that the link opened.
    if (event === 'PASSWORD_RECOVERY' && arrival.kind === 'session') setOccasion('recovery')
  })
  if (arrival.kind === 'failed') tellFailure(arrival.message)
  if (arrival.kind === 'session' && arrival.signIn) void greetArrival(supabase)
}

async function greetArrival(supabase: ShopClient): Promise<void> {
  const { error } = await supabase.auth.initialize()
  if (error === null) await greet(supabase)
  // The session stays in the address, for the next load of the page.
  else if (isUnanswered(error))
    showToast({ title: authErrorTitle, text: unansweredText, kind: 'failed' })
  else tellFailure(error.message)
}

function tellFailure(message: string): void {
  const text = message === spentLink ? spentLinkText : authMessage(message)
  showToast({ title: authErrorTitle, text, kind: 'failed' })
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}

/** The backend's words, and what a person would say. */
const spentLink = 'Email link is invalid or has expired'
const spentLinkText = 'This link has gone off, or has been used. Sign in, or ask for a new one.'

export type AuthCallback =
  | { kind: 'none' }
  /** A confirmed address or a magic link is a sign-in; a recovery is not one yet. */
  | { kind: 'session'; signIn: boolean }
  | { kind: 'failed'; message: string }

const signIns: readonly (string | null)[] = ['signup', 'magiclink', 'invite']

export function readAuthCallback(hash: string): AuthCallback {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const message = values.get('error_description')
  if (values.has('error') || message !== null)
    return { kind: 'failed', message: message ?? spentLink }
  if (!values.has('access_token')) return { kind: 'none' }
  return { kind: 'session', signIn: signIns.includes(values.get('type')) }
}

/** After a real sign-in. The server claims the flag of an account's first and sees to once a day; what fails is logged. */
export async function greet(supabase: ShopClient): Promise<void> {
  const { user } = readSession()
  if (user === null) return
  const { data: profile, error } = await supabase
    .from('profiles')
    .select('full_name, welcome_email_sent')
    .eq('id', user.id)
    .maybeSingle()
  if (error !== null) return logFailure('Sign-in: the profile could not be read', error)
  const first = profile?.welcome_email_sent === false
  if (first) {
    // Until home is visited: nothing comes over the cart of somebody on the way to pay.
    localStore.set('welcome_waits', 'true')
    setOccasion('welcome')
  }
  const body = {
    email: user.email,
    name: profile?.full_name ?? user.fullName ?? '',
    slug: first ? 'welcome_email' : 'welcome_back',
  }
  const sent = await supabase.functions.invoke('sendEmailBySlug', { body })
  if (sent.error !== null)
    logFailure('Sign-in: the welcome e-mail could not be asked for', sent.error)
}

export const authErrorTitle = 'Authentication Error'
export const unansweredText = 'We can’t reach the sign-in desk. Please try again.'

/**
 * Returns true for an error of supabase-js without an answer of the service, also when a proxy answered in its place: GoTrue's
 * client names it, and PostgREST's leaves its code empty.
 */
export function isUnanswered({ name = '', code }: { name?: string; code?: string | undefined }) {
  return ['AuthRetryableFetchError', 'AuthUnknownError'].includes(name) || code === ''
}

const shown: readonly [backend: string, text: string][] = [
  ['invalid login credentials', 'Invalid email or password. Please try again.'],
  ['email not confirmed', 'Please check your email and click the confirmation link.'],
  ['user already registered', 'An account with this email already exists. Please sign in instead.'],
]

/** The backend's message as the visitor reads it (specification, section 8); others as given. */
export function authMessage(message: string): string {
  const lower = message.toLowerCase()
  return shown.find(([backend]) => lower.includes(backend))?.[1] ?? message
}
