import { ApiError } from './api-error.ts'
import { outcomeOf } from './cards.ts'
import { type Context, find, seconds } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { answerForms, closedPage, type FormPage, type Typed } from './form-pages.ts'
import type { PortalSession, Subscription } from './objects.ts'
import { keepCard, renew, retry, updateSubscription } from './renewals.ts'
import { html, type Markup, nothing, pounds } from './html.ts'
import { cardList, input, pageTop, rhythm } from './payment-markup.ts'
import { endOfPeriod } from './subscriptions.ts'

/** Lifetime of a portal session, in seconds. */
const openFor = 60 * 60

/** Shows the customer portal. The URL of a portal session gives access, only to the subscriptions of its customer. */
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

const outcomes = ['succeeded', 'unpaid', 'action'] as const

/** Runs an action of the portal. @throws ApiError when it is not possible */
function act(context: Context, session: PortalSession, typed: Typed): void {
  if (typed['do'] === 'card') return changeCard(context, session, typed['card'] ?? '')
  const subscription = ownSubscription(context, session, typed['subscription'])
  if (subscription === null) throw new ApiError(404, 'There is no such subscription.')
  const { id } = subscription
  const { outcome: wanted } = typed
  const outcome = outcomes.find((one) => one === wanted) ?? 'failed'
  if (typed['do'] === 'cancel') updateSubscription(context, { cancel_at_period_end: true }, id)
  else if (typed['do'] === 'keep') updateSubscription(context, { cancel_at_period_end: false }, id)
  else if (typed['do'] === 'renew') renew(context, id, outcome)
  else if (typed['do'] === 'retry') retry(context, id, outcome)
  else throw new ApiError(400, 'This page cannot do that.')
}

/** Replaces the customer's card. A working card pays overdue invoices at once. @throws ApiError for a declined card */
function changeCard(context: Context, { customer }: PortalSession, card: string): void {
  const outcome = outcomeOf(card)
  if (outcome.kind === 'declined') throw new ApiError(400, outcome.message)
  keepCard(context, customer, card)
  if (outcome.kind !== 'pays') return
  for (const { id, customer: owner, status } of context.store.all('subscription'))
    if (owner === customer && status === 'past_due') retry(context, id, 'succeeded')
}

interface View {
  title: string
  body: Markup
}

export function portalPage(
  context: Context,
  { customer, return_url: back, url: home }: PortalSession,
  token: Markup,
): View {
  const title = 'Your subscriptions'
  const cards = context.store
    .all('subscription')
    .filter((one) => one.customer === customer && !one.status.startsWith('incomplete'))
    .map((one) => html`<li class="box">${inCard(context, one, home, token)}</li>`)
  const body = html`${pageTop(title, back, context.traderName)}
    ${
      cards.length === 0
        ? html`<p class="notice">You have no subscriptions.</p>`
        : html`<ul class="list">
            ${cards}
          </ul>`
    }
    <form class="try" method="post">
      <h2>Card</h2>
      ${token}
      ${input('Card number for the payments to come', 'card', '', { inputmode: 'numeric' })}
      ${cardList()}
      <p><button class="quiet" name="do" value="card">Update card</button></p>
    </form>`
  return { title, body }
}

export function confirmPage(subscription: Subscription, home: string, token: Markup): View {
  const body = html`<h1>Cancel your subscription?</h1>
    <div class="box">
      ${itemList(subscription)}
      <p>
        No more payments will be taken. It stays with you until
        ${dayText(endOfPeriod(subscription))}.
      </p>
      <form class="deeds" method="post" action="${home}">
        ${token}
        <input type="hidden" name="subscription" value="${subscription.id}" />
        <button class="pay" name="do" value="cancel">Cancel subscription</button>
        <a href="${home}">Go back</a>
      </form>
    </div>`
  return { title: 'Cancel', body }
}

function inCard(context: Context, subscription: Subscription, home: string, token: Markup): Markup {
  const { id, status, cancel_at_period_end: cancelled } = subscription
  const about = html`${itemList(subscription)} ${stateLine(context, subscription)}`
  if (status === 'canceled') return about
  const form = (deed: string, label: string, outcome = ''): Markup =>
    html`<form method="post">
      ${token}
      <input type="hidden" name="subscription" value="${id}" />
      <input type="hidden" name="outcome" value="${outcome}" />
      <button class="quiet" name="do" value="${deed}">${label}</button>
    </form>`
  const { words, deeds } = tries(subscription)
  return html`${about}
    ${cancelled ? form('keep', 'Don’t cancel') : html`<p><a class="button" href="${home}/cancel/${id}">Cancel</a></p>`}
    <div class="try">
      <p class="small">Sandbox only: ${words}</p>
      <div class="deeds">${deeds.map(([deed, label, outcome]) => form(deed, label, outcome))}</div>
    </div>`
}

/** Returns buttons that run the next payment at once instead of in a month: each with action, label and outcome. */
function tries({ status, cancel_at_period_end: cancelled }: Subscription): {
  words: string
  deeds: [string, string, string][]
} {
  if (status === 'past_due' || status === 'unpaid')
    return {
      words: 'try the failed payment again now.',
      deeds: [
        ['retry', 'It is paid', 'succeeded'],
        ['retry', 'It is declined', 'failed'],
        ['retry', 'Its bank asks to confirm it', 'action'],
        ['retry', 'It is declined for good', 'unpaid'],
      ],
    }
  if (cancelled)
    return { words: 'let the last day come now.', deeds: [['renew', 'End it', 'succeeded']] }
  return {
    words: 'let the next payment fall due now.',
    deeds: [
      ['renew', 'It is paid', 'succeeded'],
      ['renew', 'It is declined', 'failed'],
      ['renew', 'Its bank asks to confirm it', 'action'],
    ],
  }
}

function itemList({ items }: Subscription): Markup {
  return html`<ul class="items">
    ${items.data.map(({ price, quantity }) => {
      const sum = pounds(price.unit_amount * quantity)
      return html`<li>
        ${quantity} ${price.nickname ?? price.product}, ${sum}${rhythm(price, ' ')}
      </li>`
    })}
  </ul>`
}

function stateLine(context: Context, subscription: Subscription): Markup {
  const { status, ended_at: ended, items, cancel_at_period_end: isCancelled } = subscription
  const state = (words: string, kind = 'state'): Markup => html`<p class="${kind}">${words}</p>`
  const end = dayText(endOfPeriod(subscription))
  const cancelled = state(`Cancelled. Ends on ${end}`)
  if (status === 'canceled') return state(`Ended on ${dayText(ended ?? 0)}`)
  if (status === 'unpaid')
    return state(
      'A payment was declined too many times. We won’t try again until it’s paid.',
      'state bad',
    )
  if (status === 'past_due') {
    const invoice = find(context, 'invoice', subscription.latest_invoice)
    const owed = pounds(invoice?.amount_remaining ?? 0)
    const next = dayText(invoice?.next_payment_attempt ?? 0)
    const late = `The last payment of ${owed} was declined. We’ll try again on ${next}.`
    return html`${isCancelled ? cancelled : nothing} ${state(late, 'state bad')}`
  }
  if (isCancelled) return cancelled
  const sum = items.data.reduce(
    (total, { price, quantity }) => total + price.unit_amount * quantity,
    0,
  )
  const { pause_collection: paused } = subscription
  if (paused && (paused.resumes_at ?? Infinity) > endOfPeriod(subscription))
    return state(`The payment on ${end} won’t be taken.`)
  return state(`Next payment: ${pounds(sum)} on ${end}`)
}

function dayText(seconds: number): string {
  const format = { dateStyle: 'long', timeZone: 'Europe/London' } as const
  return new Date(seconds * 1000).toLocaleDateString('en-GB', format)
}
