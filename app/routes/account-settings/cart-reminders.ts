import { loadSupabase } from '../../features/account/supabase.ts'
import { ApiError } from '../../features/backend-client/api.ts'

/** Whether whoever is signed in is reminded of a cart they leave. */
export async function readCartReminders(): Promise<boolean> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase.rpc('cart_reminders', {}, { get: true })
  if (error !== null) throw new ApiError(status, '/rpc/cart_reminders')
  return data === true
}

/** Agrees to be reminded, in the words that the page shows, or takes it back. Returns what holds now. */
export async function writeCartReminders(agreed: boolean): Promise<boolean> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase.rpc('set_cart_reminders', {
    p_agreed: agreed,
    p_page: location.pathname,
  })
  if (error !== null) throw new ApiError(status, '/rpc/set_cart_reminders')
  return data === true
}
