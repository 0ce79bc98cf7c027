import { refuse } from '../_shared/answers.ts'
import { NotJsonError, TooLargeError } from '../_shared/body.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { isForeign } from '../_shared/origin.ts'
import { createServiceClient } from '../_shared/supabase.ts'
import { copyOfAccount, eraseAccount } from './account.ts'
import { askForLink, copyByLink, eraseByLink, guestPage } from './guest.ts'
import type { Tools } from './tools.ts'

const accountActions: Readonly<Record<string, Action>> = {
  'account/download': copyOfAccount,
  'account/erase': eraseAccount,
}
/** Ordinary forms, which work without JavaScript. */
const guestActions: Readonly<Record<string, Action>> = {
  request: askForLink,
  download: copyByLink,
  erase: eraseByLink,
}

type Action = (tools: Tools, request: Request) => Promise<Response>

/**
 * A person's data. For whoever is signed in, POST `/account/download` gives everything as JSON and POST
 * `/account/erase` {password} erases it: `{ success: true }`, or `{ error }` with 401 not signed in, 403 the password
 * is wrong, 409 something has to end first, 429. Guests: forms POSTed to `/request` {email}, which answers alike
 * whether anything is held or not, and, with the token of the mailed link, `/download` and `/erase` {sure}. They answer
 * 303 to a page that says what came of it, or the file. 403 from another site, 404, 405, 413, 503.
 */
export function createPersonalData(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const tools = { client: createServiceClient(environment), environment }
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^.*\/personal-data\//, '')
    const ofAccount = lookUp(accountActions, path)
    const action = ofAccount ?? lookUp(guestActions, path)
    if (action === undefined) return refuse(404, 'not_found', 'There is no such call')
    if (request.method !== 'POST')
      return refuse(405, 'method_not_allowed', 'Use POST', { allow: 'POST' })
    if (isForeign(request, environment.SITE_URL))
      return refuse(403, 'forbidden', 'This request came from another site')
    try {
      return await action(tools, request)
    } catch (error) {
      if (error instanceof TooLargeError) return refuse(413, 'too_large', 'The body is too large')
      if (error instanceof NotJsonError) return refuse(400, 'invalid_request', 'Send JSON')
      const log = environment.log ?? consoleLog
      const reason = error instanceof Error ? error.message : 'unknown'
      log.error({ action: path, reason }, 'A request about personal data failed')
      if (ofAccount === undefined) return guestPage(tools, 'failed')
      return refuse(503, 'unavailable', 'That did not work. Nothing was changed. Please try again.')
    }
  }
}

function lookUp(actions: Readonly<Record<string, Action>>, path: string): Action | undefined {
  return Object.hasOwn(actions, path) ? actions[path] : undefined
}
