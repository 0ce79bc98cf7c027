import { createApi } from './api.ts'
import { bank } from './bank-page.ts'
import type { Context } from './context.ts'
import { queueEvent, startDeliveries } from './deliveries.ts'
import { payInvoice } from './invoice-page.ts'
import type { SandboxCatalogue } from './objects.ts'
import { pay } from './payment-page.ts'
import { portal } from './portal-page.ts'
import { openStore } from './store.ts'

export type { SandboxCatalogue }

const mount = '/sandbox/payments'

export interface PaymentSandboxOptions extends Omit<Context, 'notify' | 'settleAfterMs' | 'store'> {
  dataFile: string
  /** Delay in ms for cards that settle later; 20 s by default. */
  settleAfterMs?: number
}

export type PaymentSandbox = ReturnType<typeof createPaymentSandbox>

/**
 * Creates the sandbox: its API under /sandbox/payments/v1, the payment page under …/pay/<session>, the customer portal under
 * …/portal/<session>, the page of an invoice under …/invoice/<invoice>, and the actions of banks under …/bank.
 */
export function createPaymentSandbox(options: PaymentSandboxOptions) {
  const { dataFile, settleAfterMs = 20_000, siteUrl, ...rest } = options
  const store = openStore(dataFile)
  const context: Context = {
    ...rest,
    store,
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
      const [part = '', ...more] = pathname.slice(mount.length + 1).split('/')
      const name = more.join('/')
      if (part === 'bank') return bank(context, deliveries, request)
      if (part === 'invoice') return payInvoice(context, deliveries, request, name)
      if (part === 'v1') return api(request, name)
      if (part === 'pay') return pay(context, deliveries, request, name)
      if (part === 'portal') return portal(context, deliveries, request, more)
      return new Response('Not found', { status: 404 })
    },
    runDue: deliveries.runDue,
    stop: async (): Promise<void> => {
      await deliveries.stop()
      store.close()
    },
  }
}
