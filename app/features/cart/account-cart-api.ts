import { parseStoredLines } from '../../../domain/stored-lines.ts'
import type { StoredLine } from '../../../domain/cart.ts'
import { loadSupabase } from '../account/supabase.ts'
import { ApiError } from '../backend-client/api.ts'
import type { AccountCart } from './reconcile.ts'

/** The cart of an account, or null when it has none. */
export async function loadAccountCart(userId: string): Promise<AccountCart | null> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase
    .from('carts')
    .select('items, checked_out')
    .eq('user_id', userId)
    .maybeSingle()
  if (error !== null) throw new ApiError(status, '/carts')
  if (data === null) return null
  return { lines: parseStoredLines(data.items), isCheckedOut: data.checked_out === true }
}

/**
 * Writes the one cart of an account. The e-mail address is put in by the database, which also keeps an empty cart that
 * was paid for checked out.
 */
export async function storeAccountCart(
  userId: string,
  email: string,
  lines: StoredLine[],
  now: number,
): Promise<void> {
  const supabase = await loadSupabase()
  const row = {
    user_id: userId,
    email,
    items: lines,
    checked_out: false,
    updated_at: new Date(now).toISOString(),
  }
  const { error, status } = await supabase.from('carts').upsert(row, { onConflict: 'user_id' })
  if (error !== null) throw new ApiError(status, '/carts')
}
