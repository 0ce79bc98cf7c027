import { createApi } from './api.ts'
import { handleBankPage } from './bank-page.ts'
import type { SandboxContext } from './context.ts'
import { queueEvent, startDeliveries } from './deliveries.ts'
import { handleInvoicePage } from './invoice-page.ts'
import type { SandboxCatalogue } from './objects.ts'
import { handlePaymentPage } from './payment-page.ts'
import { handlePortalPage } from './portal-page.ts'
import { openStore, type Store } from './store.ts'

export type { SandboxCatalogue }

export interface PaymentSandboxOptions extends Omit<
  SandboxContext,
  'cartUrl' | 'notify' | 'settleAfterMs' | 'store'
> {
  /** The URL to which the page of an expired session links; by default the site's. */
  cartUrl?: string
  /** The path of the sandbox's SQLite file, ':memory:', or an open store. */
  data: string | Store
  /** The delay in ms until a payment settles with cards that settle later; 20 s by default. */
  settleAfterMs?: number
}

export type PaymentSandbox = ReturnType<typeof createPaymentSandbox>

/**
 * Creates the sandbox. Its API is at <url>/v1, its payment page at <url>/pay/<session>, its customer portal at
 * <url>/portal/<session>, its page of an invoice at <url>/invoice/<invoice>, and a page with actions of banks at <url>/bank.
 */
export function createPaymentSandbox(options: PaymentSandboxOptions) {
  const { data, settleAfterMs = 20_000, url, siteUrl, cartUrl = siteUrl, ...rest } = options
  const store = typeof data === 'string' ? openStore(data) : data
  const basePath = new URL(url).pathname.replace(/\/$/, '')
  const context: SandboxContext = {
    ...rest,
    store,
    url: new URL(basePath, url).href.replace(/\/$/, ''),
    cartUrl,
    siteUrl: new URL(siteUrl).origin,
    settleAfterMs,
    notify: (type, object) => {
      queueEvent(context, type, object)
      queueMicrotask(() => void deliveries.runDue())
    },
  }
  const deliveries = startDeliveries(context)
  const api = createApi(context)
  return {
    handle: async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url)
      const [part = '', ...more] = pathname.slice(basePath.length + 1).split('/')
      const name = more.join('/')
      if (part === 'bank') return handleBankPage(context, deliveries, request)
      if (part === 'invoice') return handleInvoicePage(context, deliveries, request, name)
      if (part === 'v1') return api(request, name)
      if (part === 'pay') return handlePaymentPage(context, deliveries, request, name)
      if (part === 'portal') return handlePortalPage(context, deliveries, request, more)
      return new Response('Not found', { status: 404 })
    },
    runDue: deliveries.runDue,
    stop: async (): Promise<void> => {
      await deliveries.stop()
      store.close()
    },
  }
}
