import { parseStoredLines } from '../../../domain/stored-lines.ts'
import type { StoredLine } from '../../../domain/cart.ts'
import { loadSupabase } from '../account/supabase.ts'
import { ApiError } from '../api.ts'

/** The lines stored for an account, or null when it has no cart. */
export async function loadAccountCart(userId: string): Promise<StoredLine[] | null> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase
    .from('carts')
    .select('items')
    .eq('user_id', userId)
    .maybeSingle()
  if (error !== null) throw new ApiError(status, '/carts')
  return data === null ? null : parseStoredLines(data.items)
}

/** Writes the one cart of an account. The e-mail address is put in by the database. */
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
