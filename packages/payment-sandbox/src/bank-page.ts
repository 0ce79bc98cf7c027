import { html, type Markup, emptyMarkup, formatPounds } from './html.ts'
import { ApiError } from './api-error.ts'
import { type SandboxContext, getObject } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { decideDispute, openDispute, failRefund, findOpenDispute } from './disputes.ts'
import { handleFormPage, type FormFields } from './form-pages.ts'
import type { Charge } from './objects.ts'

const maxPayments = 50

/**
 * Shows the latest payments with buttons for actions of the payer's bank (such as a dispute) and of the shop in the provider's
 * dashboard.
 */
export function handleBankPage(
  context: SandboxContext,
  deliveries: Deliveries,
  request: Request,
): Promise<Response> {
  return handleFormPage(context, deliveries, request, () => ({
    subject: 'bank',
    show: async ({ token }) => renderBankPage(context, token),
    act: (typed) => {
      context.store.together(() => runAction(context, typed))
      return `${context.url}/bank`
    },
  }))
}

/** Runs the action of a pressed button. @throws ApiError for an unknown action, or one that is not possible */
function runAction(context: SandboxContext, { do: deed, id = '' }: FormFields): void {
  if (deed === 'dispute') openDispute(context, getObject(context, 'payment_intent', id))
  else if (deed === 'answer') decideDispute(context, id, 'under_review')
  else if (deed === 'win') decideDispute(context, id, 'won')
  else if (deed === 'lose') decideDispute(context, id, 'lost')
  else if (deed === 'fail') failRefund(context, id)
  else throw new ApiError(400, 'This page cannot do that.')
}

function renderBankPage(context: SandboxContext, token: Markup): { title: string; body: Markup } {
  const paid = context.store.all('charge').filter(({ status }) => status === 'succeeded')
  const body = html`<h1>What the banks do</h1>
    <p>The latest payments. Press what the bank of one does, or what you answer.</p>
    ${
      paid.length === 0
        ? html`<p class="notice">Nothing has been paid.</p>`
        : html`<ul class="list">
            ${paid.slice(0, maxPayments).map((one) => html`<li class="box">${renderPayment(context, one, token)}</li>`)}
          </ul>`
    }`
  return { title: 'What the banks do', body }
}

function renderPayment(context: SandboxContext, charge: Charge, token: Markup): Markup {
  const { amount_captured: amount, created, payment_intent: intent } = charge
  const open = findOpenDispute(context, charge)
  const refunds = context.store
    .all('refund')
    .filter((one) => one.charge === charge.id && one.status === 'succeeded')
  const last = context.store.all('dispute').find((one) => one.charge === charge.id)
  return html`<p>
      <strong>${formatPounds(amount)}</strong> paid on
      ${formatTime(created)}${formatDescription(charge)}
    </p>
    ${last === undefined ? emptyMarkup : html`<p class="state">${disputeLabels[last.status]}</p>`}
    <div class="deeds">
      ${last === undefined ? renderButton(token, 'dispute', intent, 'The bank takes it back') : emptyMarkup}
      ${
        open === undefined
          ? emptyMarkup
          : [
              open.status === 'needs_response'
                ? renderButton(token, 'answer', open.id, 'You send evidence')
                : emptyMarkup,
              renderButton(token, 'win', open.id, 'You win'),
              renderButton(token, 'lose', open.id, 'You lose'),
            ]
      }
      ${refunds.map(({ id, amount: sum }) =>
        renderButton(token, 'fail', id, `The refund of ${formatPounds(sum)} fails`),
      )}
    </div>`
}

const disputeLabels = {
  needs_response: 'The bank has taken it back and waits for your evidence.',
  under_review: 'The bank looks at your evidence.',
  won: 'The bank took it back, and you have won.',
  lost: 'The bank took it back, and you have lost.',
}

function formatDescription({ description }: Charge): string {
  return description === null || description === undefined ? '' : `: ${description}`
}

function renderButton(token: Markup, deed: string, id: string, label: string): Markup {
  return html`<form method="post">
    ${token}
    <input type="hidden" name="id" value="${id}" />
    <button class="quiet" name="do" value="${deed}">${label}</button>
  </form>`
}

function formatTime(seconds: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' } as const
  return new Date(seconds * 1000).toLocaleString('en-GB', format)
}
