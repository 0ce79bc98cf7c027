import { html, type Markup, nothing, pounds } from './html.ts'
import { ApiError } from './api-error.ts'
import { type Context, existing } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { decideDispute, dispute, failRefund, openDisputeOf } from './disputes.ts'
import { answerForms, type Typed } from './form-pages.ts'
import type { Charge } from './objects.ts'

const most = 50

/** Shows the latest payments, with actions of the payer's bank, and of the shop in its dashboard. */
export function bank(
  context: Context,
  deliveries: Deliveries,
  request: Request,
): Promise<Response> {
  return answerForms(context, deliveries, request, () => ({
    subject: 'bank',
    show: async ({ token }) => bankPage(context, token),
    act: (typed) => {
      context.store.together(() => act(context, typed))
      return `${context.url}/bank`
    },
  }))
}

/** Runs an action of the page. @throws ApiError for an action that is unknown or not possible */
function act(context: Context, { do: deed, id = '' }: Typed): void {
  if (deed === 'dispute') dispute(context, existing(context, 'payment_intent', id))
  else if (deed === 'answer') decideDispute(context, id, 'under_review')
  else if (deed === 'win') decideDispute(context, id, 'won')
  else if (deed === 'lose') decideDispute(context, id, 'lost')
  else if (deed === 'fail') failRefund(context, id)
  else throw new ApiError(400, 'This page cannot do that.')
}

function bankPage(context: Context, token: Markup): { title: string; body: Markup } {
  const paid = context.store.all('charge').filter(({ status }) => status === 'succeeded')
  const body = html`<h1>What the banks do</h1>
    <p>The latest payments. Press what the bank of one does, or what you answer.</p>
    ${
      paid.length === 0
        ? html`<p class="notice">Nothing has been paid.</p>`
        : html`<ul class="list">
            ${paid.slice(0, most).map((one) => html`<li class="box">${payment(context, one, token)}</li>`)}
          </ul>`
    }`
  return { title: 'What the banks do', body }
}

function payment(context: Context, charge: Charge, token: Markup): Markup {
  const { amount_captured: amount, created, payment_intent: intent } = charge
  const open = openDisputeOf(context, charge)
  const refunds = context.store
    .all('refund')
    .filter((one) => one.charge === charge.id && one.status === 'succeeded')
  const last = context.store.all('dispute').find((one) => one.charge === charge.id)
  return html`<p>
      <strong>${pounds(amount)}</strong> paid on ${timeText(created)}${describe(charge)}
    </p>
    ${last === undefined ? nothing : html`<p class="state">${disputeWords[last.status]}</p>`}
    <div class="deeds">
      ${last === undefined ? button(token, 'dispute', intent, 'The bank takes it back') : nothing}
      ${
        open === undefined
          ? nothing
          : [
              open.status === 'needs_response'
                ? button(token, 'answer', open.id, 'You send evidence')
                : nothing,
              button(token, 'win', open.id, 'You win'),
              button(token, 'lose', open.id, 'You lose'),
            ]
      }
      ${refunds.map(({ id, amount: sum }) =>
        button(token, 'fail', id, `The refund of ${pounds(sum)} fails`),
      )}
    </div>`
}

const disputeWords = {
  needs_response: 'The bank has taken it back and waits for your evidence.',
  under_review: 'The bank looks at your evidence.',
  won: 'The bank took it back, and you have won.',
  lost: 'The bank took it back, and you have lost.',
}

function describe({ description }: Charge): string {
  return description === null || description === undefined ? '' : `: ${description}`
}

function button(token: Markup, deed: string, id: string, label: string): Markup {
  return html`<form method="post">
    ${token}
    <input type="hidden" name="id" value="${id}" />
    <button class="quiet" name="do" value="${deed}">${label}</button>
  </form>`
}

function timeText(seconds: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' } as const
  return new Date(seconds * 1000).toLocaleString('en-GB', format)
}
