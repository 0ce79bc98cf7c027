import { isTellMeOutcome, tellMeTexts, type TellMeOutcome } from '../../../domain/tell-me.ts'
import { parseEmailAddress } from '../../../domain/validation.ts'
import { callSignedIn } from '../../features/account/call-signed-in.ts'
import { readSession } from '../../features/account/session.ts'
import { callFunction } from '../../features/backend-client/api.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { getTextField } from '../../features/browser/json.ts'

export interface StockNoticeAnswer {
  /** True when no further input is needed. */
  ok: boolean
  isInvalid: boolean
  title: string
  text: string
}

/**
 * Requests an email for when a product can be bought. Visitors who are signed in with the same address need not confirm
 * it. Never throws.
 */
export async function requestStockNotice(
  product: string,
  typed: string,
): Promise<StockNoticeAnswer> {
  const email = parseEmailAddress(typed)
  const outcome = email === null ? 'invalid-email' : await ask({ product, email })
  const ok = ['asked', 'noted', 'here'].includes(outcome)
  return { ok, isInvalid: outcome === 'invalid-email', ...tellMeTexts[outcome] }
}

async function ask(body: { product: string; email: string }): Promise<TellMeOutcome> {
  try {
    const call = readSession().user === null ? callFunction : callSignedIn
    const outcome = getTextField((await call('tell-me/ask', body)).answer, 'outcome')
    return isTellMeOutcome(outcome) ? outcome : 'failed'
  } catch (cause) {
    logFailure('Tell me: could not be asked', cause)
    return 'failed'
  }
}
