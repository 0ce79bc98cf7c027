import { Refused } from '../_shared/responses.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { exportAccount, eraseAccount } from './account.ts'
import { requestLink, exportByLink, eraseByLink, redirectToOutcomePage } from './guest.ts'

type Actions = Map<string, (tools: HandlerContext, request: Request) => Promise<Response>>

const accountActions: Actions = new Map([
  ['account/download', exportAccount],
  ['account/erase', eraseAccount],
])
/** The actions for guests, which are ordinary forms and work without JavaScript. */
const guestActions: Actions = new Map([
  ['request', requestLink],
  ['download', exportByLink],
  ['erase', eraseByLink],
])

const notNow = createErrorResponder(503, 'unavailable', 'That did not work. Please try again.')

/**
 * Gives or erases a person's data. With a session, POST `/account/download` gives everything as JSON and POST
 * `/account/erase` {password} erases it: `{ success: true }`, or `{ error }` with 401 not signed in, 403 the password is
 * wrong, 409 something has to end first, 429, 502 a cancelled box could not be ended at the payment provider. Guests: forms
 * POSTed to `/request` {email}, which gives the same answer whether there is any data or not, and, with the token of the
 * emailed link, `/download` and `/erase` {sure}. They answer with the file, or 303 to a page that shows the result. 403
 * from another site, 404, 405, 413, 503.
 */
export const createPersonalData = defineHandler(route, {
  fault: 'personal data: a request failed',
  about: (request) => ({ action: actionOf(request) }),
  failed: (tools, request) =>
    accountActions.has(actionOf(request)) ? notNow() : redirectToOutcomePage(tools, 'failed'),
})

async function route(tools: HandlerContext, request: Request): Promise<Response> {
  const name = actionOf(request)
  const action = accountActions.get(name) ?? guestActions.get(name)
  if (action === undefined) throw new Refused(404, 'not_found', 'There is no such call')
  return action(tools, request)
}

function actionOf({ url }: Request): string {
  return new URL(url).pathname.replace(/^.*\/personal-data\//, '')
}
