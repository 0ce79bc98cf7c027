import type { Discount } from '../../../domain/discount.ts'
import { discountCodePattern, normaliseDiscountCode } from '../../../domain/discount-code.ts'
import { callRest } from '../backend-client/api.ts'
import { loadSupabase } from '../account/supabase.ts'
import { getField, getTextField } from '../browser/json.ts'

/**
 * `error` is null when the server was not reached. `isUnchecked` is true when the server has not checked the code, so that the
 * check can be repeated.
 */
export interface CodeRefusal {
  error: string | null
  isUnchecked: boolean
}

const malformedText = 'A code is letters and digits only. Please check it letter by letter.'
const uncheckedRefusal: CodeRefusal = { error: null, isUnchecked: true }

/**
 * Asks the server for the discount of a code. The server can check the owner of a personal code only when the shopper is signed in.
 * Throws when the server is not reached.
 */
export async function checkDiscountCode(
  typed: string,
  isSignedIn: boolean,
): Promise<Discount | CodeRefusal> {
  const code = normaliseDiscountCode(typed)
  if (!discountCodePattern.test(code)) return { error: malformedText, isUnchecked: false }
  const args = { p_code: code }
  if (!isSignedIn)
    return (
      parseDiscountResult(await callRest('/rpc/discount_of', { body: args })) ?? uncheckedRefusal
    )
  const supabase = await loadSupabase()
  const { data, error } = await supabase.rpc('discount_of', args)
  if (error !== null) throw new Error(error.message)
  return parseDiscountResult(data) ?? uncheckedRefusal
}

/** Parses the result of the database function `discount_of`. Returns null for anything else. */
export function parseDiscountResult(result: unknown): Discount | CodeRefusal | null {
  const error = getTextField(result, 'error')
  if (error !== null) return { error, isUnchecked: getField(result, 'wait') !== undefined }
  const code = getTextField(result, 'code')
  const percent = getField(result, 'percent')
  const pence = getField(result, 'pence')
  if (code === null) return null
  const shared = getField(result, 'whole') === true ? { code, appliesToDelivery: true } : { code }
  if (typeof percent === 'number') return { ...shared, percent }
  return typeof pence === 'number' ? { ...shared, pence } : null
}
