import type { ShopClient } from '../../../supabase/client.ts'
import { logFailure } from '../browser/browser-log.ts'
import { readSession } from './session.ts'
import { setOccasion } from './occasion.ts'

/**
 * After a real sign-in: the welcome e-mail and dialog for an account's first, a welcome-back e-mail for the others.
 * The server claims the flag and sees to once a day. What fails is only logged.
 */
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
  if (first) setOccasion('welcome')
  const body = {
    email: user.email,
    name: profile?.full_name ?? user.fullName ?? '',
    slug: first ? 'welcome_email' : 'welcome_back',
  }
  const sent = await supabase.functions.invoke('sendEmailBySlug', { body })
  if (sent.error !== null)
    logFailure('Sign-in: the welcome e-mail could not be asked for', sent.error)
}
