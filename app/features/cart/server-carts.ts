import { parseStoredLines } from '../../../domain/stored-lines.ts'
import type { StoredLine } from '../../../domain/cart.ts'
import { loadSupabase } from '../account/supabase.ts'
import { ApiError, callRest, isPermanentRefusal } from '../backend-client/api.ts'
import { getField } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'
import type { AccountCart } from './reconcile.ts'

export async function loadGuestCart(id: string): Promise<StoredLine[] | null> {
  const rows = await callRest(`/guest_carts?select=cart_data&id=eq.${encodeURIComponent(id)}`, {
    headers: { 'x-guest-cart-id': id },
  })
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined
  return row === undefined ? null : parseStoredLines(getField(row, 'cart_data'))
}

/**
 * Stores the cart of a guest with the email address that the guest has left. `checkoutStarted` notes that the guest was sent to
 * sign in. Without an email address or with null, the stored value does not change.
 */
export async function storeGuestCart(
  id: string,
  lines: StoredLine[],
  checkoutStarted: true | null = null,
): Promise<void> {
  const store = (email: string | null) =>
    callRest('/rpc/store_guest_cart', {
      headers: { 'x-guest-cart-id': id },
      body: {
        p_cart_id: id,
        p_email: email,
        p_cart_data: lines,
        p_checkout_started: checkoutStarted,
      },
    })
  // The email address is used for emails about abandoned carts, which an empty cart does not cause.
  const email = lines.length > 0 ? localStore.get('guest_email') : null
  try {
    await store(email)
  } catch (cause) {
    // The server refuses an invalid email address, which must not prevent storing the cart.
    if (email === null || !isPermanentRefusal(cause)) throw cause
    await store(null)
  }
}

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
 * Merges the newest cart that was saved on another device under the just confirmed email address into the cart of the account.
 * Returns the number of pieces added. `wasTaken` is true when the account already contains the cart `guestCartId` of this browser.
 */
export async function mergeSavedCart(
  guestCartId: string | null,
): Promise<{ pieces: number; wasTaken: boolean }> {
  const supabase = await loadSupabase()
  const { data, error, status } = await supabase.rpc('take_over_guest_cart', {
    ...(guestCartId !== null && { p_own: guestCartId }),
  })
  if (error !== null) throw new ApiError(status, '/rpc/take_over_guest_cart')
  const pieces = getField(data, 'pieces')
  return {
    pieces: typeof pieces === 'number' ? pieces : 0,
    wasTaken: getField(data, 'wasTaken') === true,
  }
}

/**
 * Stores the cart of an account. If the cart is empty because it was paid for, the database leaves `checked_out` true, although
 * the row that is sent has false (`keep_checked_out`).
 */
export async function storeAccountCart(
  { id, email }: { id: string; email: string },
  items: StoredLine[],
  now: number,
): Promise<void> {
  const supabase = await loadSupabase()
  const row = { user_id: id, email, items, checked_out: false }
  const { error, status } = await supabase
    .from('carts')
    .upsert({ ...row, updated_at: new Date(now).toISOString() }, { onConflict: 'user_id' })
  if (error !== null) throw new ApiError(status, '/carts')
}
