import * as v from 'valibot'
import { createJsonResponse } from '../_shared/responses.ts'
import { readInput } from '../_shared/body.ts'
import { createCallerClient, callOrRefuse } from '../_shared/caller.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { eraseOrRefuse } from '../_shared/erasure.ts'

const maxBytes = 4 * 1024
const address = v.pipe(v.string(), v.maxLength(255))
const input = v.object({ email: address, typed: address })

/**
 * Handles POST {email, typed} with an owner's token: erases a person's data, after ending their cancelled subscriptions at
 * Stripe. Answers `{ success: true, email }`, or 400 when `typed` differs from the address, 401, 403 (`fresh_code` when the
 * owner's last code is older than fifteen minutes), 409 when something has to end first, 502 when a subscription could not
 * be ended, 503.
 */
export const createDeskPerson = defineHandler(erase, {
  fault: 'desk person: not erased',
  failed: createErrorResponder(
    503,
    'unavailable',
    'That did not work. Nothing was erased. Please try again.',
  ),
})

async function erase(tools: HandlerContext, request: Request): Promise<Response> {
  const caller = createCallerClient(tools.environment, request)
  const { email, typed } = await readInput(request, maxBytes, input, 'Who is that about?')
  await eraseOrRefuse(tools, () =>
    callOrRefuse(caller, 'desk_erase_person', {
      p_email: email,
      p_typed: typed,
      p_business_email: tools.businessEmail,
    }),
  )
  return createJsonResponse({ success: true, email })
}
