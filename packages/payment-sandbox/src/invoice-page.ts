import { html, pounds } from './html.ts'
import { type Context, find } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { answerForms, closedPage } from './form-pages.ts'
import { pageTop } from './payment-markup.ts'
import { retry } from './renewals.ts'

/** Shows the provider's page of an invoice, where the customer confirms a payment to their bank. */
export function payInvoice(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  id: string,
): Promise<Response> {
  return answerForms(context, deliveries, request, () => {
    const invoice = find(context, 'invoice', id)
    if (invoice === null || invoice.status === 'draft')
      return closedPage(context, 404, 'Not found', 'There is no such invoice.', context.siteUrl)
    if (invoice.status !== 'open') {
      const words = invoice.status === 'paid' ? 'This invoice is paid.' : 'Nothing is owed for it.'
      return closedPage(context, 410, 'Nothing to pay', words, context.siteUrl)
    }
    return {
      subject: id,
      show: async ({ token }) => ({
        title: 'Confirm your payment',
        body: html`${pageTop('Confirm your payment', null, context.traderName)}
          <div class="box">
            <p>${context.traderName} asks for ${pounds(invoice.amount_remaining)}.</p>
            <form class="deeds" method="post">
              ${token}
              <button class="pay" name="do" value="pay">
                Confirm and pay ${pounds(invoice.amount_remaining)}
              </button>
            </form>
          </div>`,
      }),
      act: () => {
        retry(context, invoice.parent.subscription_details.subscription, 'succeeded')
        return context.siteUrl
      },
    }
  })
}
