import { ApiError } from './api-error.ts'
import type { Invoice, PortalSession, Subscription } from './billing-objects.ts'
import { outcomeOf } from './cards.ts'
import { type Context, seconds } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { closedPage, type Typed } from './page.ts'
import {
  formToken,
  isOurForm,
  leadTo,
  readForm,
  refuseForm,
  refuseMethod,
  showPage,
} from './page-answers.ts'
import { confirmPage, portalPage } from './portal-page.ts'
import { keepCard, type Outcome, renew, retry } from './renewals.ts'
import { updateSubscription } from './subscription-changes.ts'

/** How long a way into the portal is open, in seconds. */
const openFor = 60 * 60

/**
 * The customer portal: GET shows a customer's subscriptions, GET …/cancel/<subscription> asks whether it is meant, POST
 * does it. Only whoever holds a session's address comes in, and sees the subscriptions of its customer alone.
 */
export async function portal(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  [secret = '', part, id = '']: string[],
): Promise<Response> {
  const refusal = refuseMethod(request)
  if (refusal !== null) return refusal
  const session = context.store.get<PortalSession>('portal', secret)
  if (session === null)
    return showPage(
      context,
      closedPage('Not found', 'There is no such page.', context.siteUrl),
      404,
    )
  if (session.created + openFor <= seconds(context))
    return showPage(
      context,
      closedPage(
        'Too late',
        'This link is no longer good. Open a new one in your account.',
        session.return_url,
      ),
      410,
    )
  if (request.method === 'POST') return submit(context, deliveries, request, { secret, session })
  if (part === undefined) return showList(context, secret, session, null)
  const subscription = ownSubscription(context, session, id)
  if (part !== 'cancel' || subscription === null)
    return showPage(context, closedPage('Not found', 'There is no such page.', session.url), 404)
  return showPage(
    context,
    confirmPage({ subscription, home: session.url, token: formToken(context, secret) }),
  )
}

function showList(
  context: Context,
  secret: string,
  session: PortalSession,
  problem: string | null,
): Response {
  const subscriptions = context.store
    .all<Subscription>('subscription')
    .filter((one) => one.customer === session.customer && !one.status.startsWith('incomplete'))
    .map((subscription) => ({
      subscription,
      invoice: context.store.get<Invoice>('invoice', subscription.latest_invoice),
    }))
  const page = portalPage({
    subscriptions,
    home: session.url,
    token: formToken(context, secret),
    traderName: context.traderName,
    back: session.return_url,
    problem,
  })
  return showPage(context, page, problem === null ? 200 : 422)
}

function ownSubscription(
  context: Context,
  session: PortalSession,
  id: string,
): Subscription | null {
  const found = context.store.get<Subscription>('subscription', id)
  return found?.customer === session.customer ? found : null
}

async function submit(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  { secret, session }: { secret: string; session: PortalSession },
): Promise<Response> {
  const typed = await readForm(request)
  if (typed === null || !isOurForm(context, request, secret, typed)) return refuseForm(context)
  try {
    act(context, session, typed)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return showList(context, secret, session, error.message)
  }
  return leadTo(deliveries, session.url)
}

/** @throws ApiError for what cannot be done */
function act(context: Context, session: PortalSession, typed: Typed): void {
  if (typed['do'] === 'card') return changeCard(context, session, typed['card'] ?? '')
  const subscription = ownSubscription(context, session, typed['subscription'] ?? '')
  if (subscription === null) throw new ApiError(404, 'There is no such subscription.')
  const { id } = subscription
  if (typed['do'] === 'cancel') updateSubscription(context, { cancel_at_period_end: true }, id)
  else if (typed['do'] === 'keep') updateSubscription(context, { cancel_at_period_end: false }, id)
  else if (typed['do'] === 'renew') renew(context, id, outcomeIn(typed))
  else if (typed['do'] === 'retry') retry(context, id, outcomeIn(typed))
  else throw new ApiError(400, 'This page cannot do that.')
}

function outcomeIn({ outcome }: Typed): Outcome {
  return outcome === 'succeeded' || outcome === 'unpaid' ? outcome : 'failed'
}

/** A card that works pays at once what is overdue. */
function changeCard(context: Context, session: PortalSession, card: string): void {
  const outcome = outcomeOf(card)
  if (outcome.kind === 'declined') throw new ApiError(402, outcome.message)
  keepCard(context, session.customer, card)
  if (outcome.kind !== 'pays') return
  for (const subscription of context.store.all<Subscription>('subscription'))
    if (subscription.customer === session.customer && subscription.status === 'past_due')
      retry(context, subscription.id, 'succeeded')
}
