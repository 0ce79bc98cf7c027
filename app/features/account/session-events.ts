import type { ShopClient } from '../../../supabase/client.ts'
import { showToast } from '../../ui/toasts.ts'
import { readArrival } from './arrival.ts'
import { authErrorTitle, authMessage } from './auth-messages.ts'
import { greet } from './greet.ts'
import { setOccasion } from './occasion.ts'
import { announceSession, announceSessionEnded } from './session.ts'

/**
 * Ties the shop to the client's session events. Only a link from a mail counts as a sign-in here: SIGNED_IN also
 * comes with a reload, in a second tab and on the return to a tab.
 */
export function followSession(supabase: ShopClient, hash: string): void {
  const arrival = readArrival(hash)
  supabase.auth.onAuthStateChange((event) => {
    announceSession()
    if (event === 'SIGNED_OUT') announceSessionEnded()
    // The event reaches every tab; the new password is asked for in the one that the link opened.
    if (event === 'PASSWORD_RECOVERY' && arrival.kind === 'session') setOccasion('recovery')
  })
  if (arrival.kind === 'failed') tellFailure(arrival.message)
  if (arrival.kind === 'session' && arrival.signIn) void greetArrival(supabase)
}

async function greetArrival(supabase: ShopClient): Promise<void> {
  const { error } = await supabase.auth.initialize()
  if (error === null) await greet(supabase)
  else tellFailure(error.message)
}

function tellFailure(message: string): void {
  showToast({ title: authErrorTitle, text: authMessage(message), kind: 'failed' })
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}
