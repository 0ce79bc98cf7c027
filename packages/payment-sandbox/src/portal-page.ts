import { ApiError } from './api-error.ts'
import { getCardOutcome } from './cards.ts'
import { type SandboxContext, findObject, getCurrentSeconds } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { handleFormPage, createClosedPage, type FormPage, type FormFields } from './form-pages.ts'
import type { PortalSession, Subscription } from './objects.ts'
import { saveCard, renewSubscription, retryInvoice, updateSubscription } from './renewals.ts'
import { html, type Markup, emptyMarkup, formatPounds } from './html.ts'
import { renderCardList, renderInput, renderPageTop, formatInterval } from './payment-markup.ts'
import { getPeriodEnd } from './subscriptions.ts'

/** The lifetime of a customer portal session in seconds. */
const sessionLifetime = 60 * 60

/**
 * Handles the customer portal. Anybody with the URL of a portal session has access to the subscriptions of that session's customer,
 * and to no others.
 */
export function handlePortalPage(
  context: SandboxContext,
  deliveries: Deliveries,
  request: Request,
  [secret = '', ...path]: string[],
): Promise<Response> {
  return handleFormPage(context, deliveries, request, () => {
    const session = findObject(context, 'portal', secret)
    const missing = (back: string): Response =>
      createClosedPage(context, 404, 'Not found', 'There is no such page.', back)
    if (session === null) return missing(context.siteUrl)
    const { created, url: home, return_url: back } = session
    if (created + sessionLifetime <= getCurrentSeconds(context)) {
      const words = 'This link is no longer good. Open a new one in your account.'
      return createClosedPage(context, 410, 'Too late', words, back)
    }
    const subscription = getOwnSubscription(context, session, path[1])
    const shared: Pick<FormPage, 'act' | 'subject'> = {
      subject: secret,
      act: (typed) => {
        runAction(context, session, typed)
        return home
      },
    }
    if (path.length === 0)
      return { ...shared, show: async ({ token }) => renderPortalPage(context, session, token) }
    if (path[0] !== 'cancel' || subscription === null) return missing(home)
    return { ...shared, show: async ({ token }) => renderConfirmPage(subscription, home, token) }
  })
}

function getOwnSubscription(
  context: SandboxContext,
  session: PortalSession,
  id: string | undefined,
): Subscription | null {
  const found = findObject(context, 'subscription', id)
  return found?.customer === session.customer ? found : null
}

const outcomes = ['succeeded', 'unpaid', 'action'] as const

/** Runs an action of the customer portal. @throws ApiError when the action is not possible */
function runAction(context: SandboxContext, session: PortalSession, typed: FormFields): void {
  if (typed['do'] === 'card') return changeCard(context, session, typed['card'] ?? '')
  const subscription = getOwnSubscription(context, session, typed['subscription'])
  if (subscription === null) throw new ApiError(404, 'There is no such subscription.')
  const { id } = subscription
  const { outcome: wanted } = typed
  const outcome = outcomes.find((one) => one === wanted) ?? 'failed'
  if (typed['do'] === 'cancel') updateSubscription(context, { cancel_at_period_end: true }, id)
  else if (typed['do'] === 'keep') updateSubscription(context, { cancel_at_period_end: false }, id)
  else if (typed['do'] === 'renew') renewSubscription(context, id, outcome)
  else if (typed['do'] === 'retry') retryInvoice(context, id, outcome)
  else throw new ApiError(400, 'This page cannot do that.')
}

/** Replaces the customer's card. A card that pays is charged with overdue invoices at once. @throws ApiError for a declined card */
function changeCard(context: SandboxContext, { customer }: PortalSession, card: string): void {
  const outcome = getCardOutcome(card)
  if (outcome.kind === 'declined') throw new ApiError(400, outcome.message)
  saveCard(context, customer, card)
  if (outcome.kind !== 'pays') return
  for (const { id, customer: owner, status } of context.store.all('subscription'))
    if (owner === customer && status === 'past_due') retryInvoice(context, id, 'succeeded')
}

interface PortalView {
  title: string
  body: Markup
}

export function renderPortalPage(
  context: SandboxContext,
  { customer, return_url: back, url: home }: PortalSession,
  token: Markup,
): PortalView {
  const title = 'Your subscriptions'
  const cards = context.store
    .all('subscription')
    .filter((one) => one.customer === customer && !one.status.startsWith('incomplete'))
    .map((one) => html`<li class="box">${renderSubscription(context, one, home, token)}</li>`)
  const body = html`${renderPageTop(title, back, context.traderName)}
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
      ${renderInput('Card number for the payments to come', 'card', '', { inputmode: 'numeric' })}
      ${renderCardList()}
      <p><button class="quiet" name="do" value="card">Update card</button></p>
    </form>`
  return { title, body }
}

export function renderConfirmPage(
  subscription: Subscription,
  home: string,
  token: Markup,
): PortalView {
  const body = html`<h1>Cancel your subscription?</h1>
    <div class="box">
      ${formatItems(subscription)}
      <p>
        No more payments will be taken. It stays with you until
        ${formatDay(getPeriodEnd(subscription))}.
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

function renderSubscription(
  context: SandboxContext,
  subscription: Subscription,
  home: string,
  token: Markup,
): Markup {
  const { id, status, cancel_at_period_end: cancelled } = subscription
  const about = html`${formatItems(subscription)} ${formatStatus(context, subscription)}`
  if (status === 'canceled') return about
  const form = (deed: string, label: string, outcome = ''): Markup =>
    html`<form method="post">
      ${token}
      <input type="hidden" name="subscription" value="${id}" />
      <input type="hidden" name="outcome" value="${outcome}" />
      <button class="quiet" name="do" value="${deed}">${label}</button>
    </form>`
  const { words, deeds } = renderTestActions(subscription)
  return html`${about}
    ${cancelled ? form('keep', 'Don’t cancel') : html`<p><a class="button" href="${home}/cancel/${id}">Cancel</a></p>`}
    <div class="try">
      <p class="small">Sandbox only: ${words}</p>
      <div class="deeds">${deeds.map(([deed, label, outcome]) => form(deed, label, outcome))}</div>
    </div>`
}

/** Returns buttons that bring a subscription's next payment forward to now, for tests: each with its action, label and outcome. */
function renderTestActions({ status, cancel_at_period_end: cancelled }: Subscription): {
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

function formatItems({ items }: Subscription): Markup {
  return html`<ul class="items">
    ${items.data.map(({ price, quantity }) => {
      const sum = formatPounds(price.unit_amount * quantity)
      return html`<li>
        ${quantity} ${price.nickname ?? price.product}, ${sum}${formatInterval(price, ' ')}
      </li>`
    })}
  </ul>`
}

function formatStatus(context: SandboxContext, subscription: Subscription): Markup {
  const { status, ended_at: ended, items, cancel_at_period_end: isCancelled } = subscription
  const state = (words: string, kind = 'state'): Markup => html`<p class="${kind}">${words}</p>`
  const end = formatDay(getPeriodEnd(subscription))
  const cancelled = state(`Cancelled. Ends on ${end}`)
  if (status === 'canceled') return state(`Ended on ${formatDay(ended ?? 0)}`)
  if (status === 'unpaid')
    return state(
      'A payment was declined too many times. We won’t try again until it’s paid.',
      'state bad',
    )
  if (status === 'past_due') {
    const invoice = findObject(context, 'invoice', subscription.latest_invoice)
    const owed = formatPounds(invoice?.amount_remaining ?? 0)
    const next = formatDay(invoice?.next_payment_attempt ?? 0)
    const late = `The last payment of ${owed} was declined. We’ll try again on ${next}.`
    return html`${isCancelled ? cancelled : emptyMarkup} ${state(late, 'state bad')}`
  }
  if (isCancelled) return cancelled
  const sum = items.data.reduce(
    (total, { price, quantity }) => total + price.unit_amount * quantity,
    0,
  )
  const { pause_collection: paused } = subscription
  if (paused && (paused.resumes_at ?? Infinity) > getPeriodEnd(subscription))
    return state(`The payment on ${end} won’t be taken.`)
  return state(`Next payment: ${formatPounds(sum)} on ${end}`)
}

function formatDay(seconds: number): string {
  const format = { dateStyle: 'long', timeZone: 'Europe/London' } as const
  return new Date(seconds * 1000).toLocaleDateString('en-GB', format)
}
