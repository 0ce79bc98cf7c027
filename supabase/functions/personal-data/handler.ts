import { refuse } from '../_shared/answers.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { catching, messageOf } from '../_shared/faults.ts'
import { refuseStranger } from '../_shared/origin.ts'
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
 * is wrong, 409 something has to end first, 429, 502 a cancelled box could not be
 * ended at the payment provider. Guests: forms POSTed to `/request` {email}, which answers alike
 * whether anything is held or not, and, with the token of the mailed link, `/download` and `/erase` {sure}. They answer
 * 303 to a page that says what came of it, or the file. 403 from another site, 404, 405, 413, 503.
 */
export function createPersonalData(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const tools = { client: createServiceClient(environment), environment }
  const log = environment.log ?? consoleLog
  return catching((request) => route(tools, request), {
    failed: (error, request) => {
      const action = actionOf(request)
      log.error({ action, reason: messageOf(error) }, 'personal data: a request failed')
      if (lookUp(accountActions, action) === undefined) return guestPage(tools, 'failed')
      return refuse(503, 'unavailable', 'That did not work. Please try again.')
    },
  })
}

async function route(tools: Tools, request: Request): Promise<Response> {
  const name = actionOf(request)
  const action = lookUp(accountActions, name) ?? lookUp(guestActions, name)
  if (action === undefined) return refuse(404, 'not_found', 'There is no such call')
  return refuseStranger(request, tools.environment.SITE_URL) ?? action(tools, request)
}

function actionOf({ url }: Request): string {
  return new URL(url).pathname.replace(/^.*\/personal-data\//, '')
}

function lookUp(actions: Readonly<Record<string, Action>>, path: string): Action | undefined {
  return Object.hasOwn(actions, path) ? actions[path] : undefined
}
