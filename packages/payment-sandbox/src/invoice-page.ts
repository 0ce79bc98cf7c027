import { html, formatPounds } from './html.ts'
import { type SandboxContext, findObject } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { handleFormPage, createClosedPage } from './form-pages.ts'
import { renderPageTop } from './payment-markup.ts'
import { retryInvoice } from './renewals.ts'

/** Handles the hosted page of an invoice, on which the customer confirms a payment that the bank asks about. */
export function handleInvoicePage(
  context: SandboxContext,
  deliveries: Deliveries,
  request: Request,
  id: string,
): Promise<Response> {
  return handleFormPage(context, deliveries, request, () => {
    const invoice = findObject(context, 'invoice', id)
    if (invoice === null || invoice.status === 'draft')
      return createClosedPage(
        context,
        404,
        'Not found',
        'There is no such invoice.',
        context.siteUrl,
      )
    if (invoice.status !== 'open') {
      const words = invoice.status === 'paid' ? 'This invoice is paid.' : 'Nothing is owed for it.'
      return createClosedPage(context, 410, 'Nothing to pay', words, context.siteUrl)
    }
    return {
      subject: id,
      show: async ({ token }) => ({
        title: 'Confirm your payment',
        body: html`${renderPageTop('Confirm your payment', null, context.traderName)}
          <div class="box">
            <p>${context.traderName} asks for ${formatPounds(invoice.amount_remaining)}.</p>
            <form class="deeds" method="post">
              ${token}
              <button class="pay" name="do" value="pay">
                Confirm and pay ${formatPounds(invoice.amount_remaining)}
              </button>
            </form>
          </div>`,
      }),
      act: () => {
        retryInvoice(context, invoice.parent.subscription_details.subscription, 'succeeded')
        return context.siteUrl
      },
    }
  })
}
