import { ApiError } from './api-error.ts'
import { outcomeOf } from './cards.ts'
import { type Context, find, seconds } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { answerForms, closedPage, type FormPage, type Typed } from './form-pages.ts'
import type { PortalSession, Subscription } from './objects.ts'
import { confirmPage, portalPage } from './portal-markup.ts'
import { keepCard, renew, retry } from './renewals.ts'
import { updateSubscription } from './subscription-changes.ts'

/** How long a way into the portal is open, in seconds. */
const openFor = 60 * 60

/** Only whoever holds a session's address comes in, and sees the subscriptions of its customer alone. */
export function portal(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  [secret = '', ...path]: string[],
): Promise<Response> {
  return answerForms(context, deliveries, request, () => {
    const session = find(context, 'portal', secret)
    const missing = (back: string): Response =>
      closedPage(context, 404, 'Not found', 'There is no such page.', back)
    if (session === null) return missing(context.siteUrl)
    const { created, url: home, return_url: back } = session
    if (created + openFor <= seconds(context)) {
      const words = 'This link is no longer good. Open a new one in your account.'
      return closedPage(context, 410, 'Too late', words, back)
    }
    const subscription = ownSubscription(context, session, path[1])
    const shared: Pick<FormPage, 'act' | 'subject'> = {
      subject: secret,
      act: (typed) => {
        act(context, session, typed)
        return home
      },
    }
    if (path.length === 0)
      return { ...shared, show: async ({ token }) => portalPage(context, session, token) }
    if (path[0] !== 'cancel' || subscription === null) return missing(home)
    return { ...shared, show: async ({ token }) => confirmPage(subscription, home, token) }
  })
}

function ownSubscription(
  context: Context,
  session: PortalSession,
  id: string | undefined,
): Subscription | null {
  const found = find(context, 'subscription', id)
  return found?.customer === session.customer ? found : null
}

/** @throws ApiError for what cannot be done */
function act(context: Context, session: PortalSession, typed: Typed): void {
  if (typed['do'] === 'card') return changeCard(context, session, typed['card'] ?? '')
  const subscription = ownSubscription(context, session, typed['subscription'])
  if (subscription === null) throw new ApiError(404, 'There is no such subscription.')
  const { id } = subscription
  const { outcome: wanted } = typed
  const outcome = wanted === 'succeeded' || wanted === 'unpaid' ? wanted : 'failed'
  if (typed['do'] === 'cancel') updateSubscription(context, { cancel_at_period_end: true }, id)
  else if (typed['do'] === 'keep') updateSubscription(context, { cancel_at_period_end: false }, id)
  else if (typed['do'] === 'renew') renew(context, id, outcome)
  else if (typed['do'] === 'retry') retry(context, id, outcome)
  else throw new ApiError(400, 'This page cannot do that.')
}

/** A card that works pays at once what is overdue. */
function changeCard(context: Context, { customer }: PortalSession, card: string): void {
  const outcome = outcomeOf(card)
  if (outcome.kind === 'declined') throw new ApiError(400, outcome.message)
  keepCard(context, customer, card)
  if (outcome.kind !== 'pays') return
  for (const { id, customer: owner, status } of context.store.all('subscription'))
    if (owner === customer && status === 'past_due') retry(context, id, 'succeeded')
}
