import { showToast } from '../../ui/toasts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { clearShopperData, readSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/** Signs out everywhere, or on this device alone where the server cannot be asked, and says so. True once it is done. */
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

/** Takes a session that the server no longer knows off this device, for a new sign-in. Never throws. */
export async function removeSession(): Promise<void> {
  try {
    const supabase = await loadSupabase()
    const { error } = await supabase.auth.signOut({ scope: 'local' })
    if (error !== null) throw error
  } catch (cause) {
    logFailure('Sign-out: an ended session could not be dropped', cause)
  }
}
