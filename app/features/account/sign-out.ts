import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { forgetShopper, readSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Signs out everywhere, or where the server cannot be asked, directly on this device. Says what came of it.
 * Returns whether the visitor is signed out.
 */
export async function signOut(): Promise<boolean> {
  try {
    const supabase = await loadSupabase()
    const { error } = await supabase.auth.signOut()
    if (error !== null) {
      logFailure('Sign-out: failed, and done on this device alone', error)
      await supabase.auth.signOut({ scope: 'local' })
    }
  } catch (cause) {
    logFailure('Sign-out: failed', cause)
  }
  if (readSession().user !== null) {
    showToast({
      title: 'Error signing out',
      text: 'There was an error signing out. Please try again.',
      kind: 'failed',
    })
    return false
  }
  forgetShopper()
  showToast({ title: 'Signed out successfully' })
  return true
}

/**
 * The server no longer knows this session (it was ended elsewhere): takes it off this device, so that the visitor can
 * sign in again. Never throws.
 */
export async function dropSession(): Promise<void> {
  try {
    const supabase = await loadSupabase()
    const { error } = await supabase.auth.signOut({ scope: 'local' })
    if (error !== null) throw error
  } catch (cause) {
    logFailure('Sign-out: an ended session could not be dropped', cause)
  }
}
