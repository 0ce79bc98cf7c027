import type { Invoice, Subscription, SubscriptionItem } from './billing-objects.ts'
import { cards } from './cards.ts'
import { html, type Markup, nothing, pounds } from './html.ts'
import { document } from './page.ts'
import { endOfPeriod } from './subscriptions.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
})

interface Shown {
  subscription: Subscription
  /** The latest one. */
  invoice: Invoice | null
}

interface PortalView {
  subscriptions: Shown[]
  /** The portal's own address. */
  home: string
  token: string
  traderName: string
  back: string | null
  problem: string | null
}

/** A customer's subscriptions, with the way to cancel each, and what a sandbox needs to try them. Works without scripts. */
export function portalPage(view: PortalView): string {
  const { subscriptions, problem, token } = view
  const body = html`<div class="top">
      <h1>Your subscriptions</h1>
      ${view.back === null ? nothing : html`<a href="${view.back}">Back to ${view.traderName}</a>`}
    </div>
    ${problem === null ? nothing : html`<p class="notice failed" role="alert">${problem}</p>`}
    ${
      subscriptions.length === 0
        ? html`<p class="notice">There are none.</p>`
        : html`<ul class="boxes">
            ${subscriptions.map((one) => subscriptionCard(one, view))}
          </ul>`
    }
    <form class="try" method="post">
      <h2>Card</h2>
      <input type="hidden" name="token" value="${token}" />
      <label
        >Card number for the payments to come
        <input name="card" inputmode="numeric" autocomplete="off" maxlength="40" required />
      </label>
      <ul class="cards">
        ${cards.map((card) => html`<li>${card.number} ${card.words}</li>`)}
      </ul>
      <p><button class="quiet" name="do" value="card">Update card</button></p>
    </form>`
  return document('Your subscriptions', body)
}

/** Asks once more before a subscription is cancelled. */
export function confirmPage(view: {
  subscription: Subscription
  home: string
  token: string
}): string {
  const { subscription, home, token } = view
  return document(
    'Cancel',
    html`<div class="top"><h1>Cancel your subscription?</h1></div>
      <div class="box">
        ${itemList(subscription)}
        <p>
          No more payments will be taken. It stays with you until
          ${dayText(endOfPeriod(subscription))}.
        </p>
        <form class="deeds" method="post" action="${home}">
          <input type="hidden" name="token" value="${token}" />
          <input type="hidden" name="subscription" value="${subscription.id}" />
          <button class="pay" name="do" value="cancel">Cancel subscription</button>
          <a href="${home}">Go back</a>
        </form>
      </div>`,
  )
}

function subscriptionCard(shown: Shown, { home, token }: PortalView): Markup {
  const { subscription } = shown
  const { id, status, cancel_at_period_end: cancelled } = subscription
  return html`<li class="box">
    ${itemList(subscription)} ${stateLine(shown)}
    ${
      status === 'canceled'
        ? nothing
        : cancelled
          ? deed(
              token,
              id,
              html`<button class="quiet" name="do" value="keep">Don’t cancel</button>`,
            )
          : html`<p><a class="button" href="${home}/cancel/${id}">Cancel</a></p>`
    }
    ${status === 'canceled' ? nothing : tryOut(shown, token)}
  </li>`
}

/** So that nobody has to wait a month to see what happens then. */
function tryOut({ subscription }: Shown, token: string): Markup {
  const { id, status, cancel_at_period_end: cancelled } = subscription
  const isLate = status === 'past_due' || status === 'unpaid'
  const deedName = isLate ? 'retry' : 'renew'
  const words = isLate
    ? 'Sandbox only: try the failed payment again now.'
    : cancelled
      ? 'Sandbox only: let the last day come now.'
      : 'Sandbox only: let the next payment fall due now.'
  const button = (outcome: string, label: string): Markup =>
    deed(
      token,
      id,
      html`<input type="hidden" name="outcome" value="${outcome}" /><button
          class="quiet"
          name="do"
          value="${deedName}"
        >
          ${label}
        </button>`,
    )
  return html`<div class="try">
    <p class="small">${words}</p>
    <div class="deeds">
      ${cancelled && !isLate ? button('succeeded', 'End it') : [button('succeeded', 'It is paid'), button('failed', 'It is declined')]}
      ${isLate ? button('unpaid', 'It is declined for good') : nothing}
    </div>
  </div>`
}

function deed(token: string, id: string, button: Markup): Markup {
  return html`<form method="post">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="subscription" value="${id}" />
    ${button}
  </form>`
}

function itemList({ items }: Subscription): Markup {
  return html`<ul class="items">
    ${items.data.map((item) => html`<li>${itemText(item)}</li>`)}
  </ul>`
}

function itemText({ price, quantity }: SubscriptionItem): string {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  const every = count === 1 ? `every ${interval}` : `every ${count} ${interval}s`
  return `${quantity} ${price.nickname ?? price.product}, ${pounds(price.unit_amount * quantity)} ${every}`
}

function stateLine({ subscription, invoice }: Shown): Markup {
  const { status, ended_at: ended, cancel_at_period_end: cancelled } = subscription
  const end = dayText(endOfPeriod(subscription))
  if (status === 'canceled') return html`<p class="state">Ended on ${dayText(ended ?? 0)}</p>`
  if (status === 'past_due')
    return html`${cancelled ? html`<p class="state">Cancelled. Ends on ${end}</p>` : nothing}
      <p class="state bad">
        The last payment of ${pounds(invoice?.amount_remaining ?? 0)} was declined. It is tried
        again on ${dayText(invoice?.next_payment_attempt ?? 0)}.
      </p>`
  if (status === 'unpaid')
    return html`<p class="state bad">
      A payment was declined too often. No more payments are tried until it is paid.
    </p>`
  if (cancelled) return html`<p class="state">Cancelled. Ends on ${end}</p>`
  const sum = subscription.items.data.reduce(
    (total, { price, quantity }) => total + price.unit_amount * quantity,
    0,
  )
  return html`<p class="state">Next payment: ${pounds(sum)} on ${end}</p>`
}

function dayText(seconds: number): string {
  return dayFormat.format(new Date(seconds * 1000))
}
