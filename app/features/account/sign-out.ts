import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { clearShopperData, readSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Signs out on all devices, or only on this one when the server cannot be reached, and shows a toast. Returns false when the
 * session is still stored.
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
  clearShopperData()
  showToast({ title: 'Signed out successfully' })
  return true
}

/** Removes a session that the server has ended from this device, so that the user can sign in again. Never throws. */
export async function removeSession(): Promise<void> {
  try {
    const supabase = await loadSupabase()
    const { error } = await supabase.auth.signOut({ scope: 'local' })
    if (error !== null) throw error
  } catch (cause) {
    logFailure('Sign-out: an ended session could not be removed', cause)
  }
}
