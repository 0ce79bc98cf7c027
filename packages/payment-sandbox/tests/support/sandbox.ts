import { once } from 'node:events'
import { createServer } from 'node:http'
import Stripe from 'stripe'
import { respondTo } from '../../src/node-http.ts'
import {
  createPaymentSandbox,
  type PaymentSandbox,
  type SandboxCatalogue,
} from '../../src/payment-sandbox.ts'
import { type ProviderWatch, watchProvider } from './provider-watch.ts'

export const secretKey = 'sk_test_of_the_tests'
export const boxPrice = 'price_box_monthly'

/** A sandbox on a port of its own, whose clock a test can advance. */
export interface TestSandbox {
  url: string
  sandbox: PaymentSandbox
  clock: { now: () => number; advance: (ms: number) => void }
  /** Prices and shipping rates of the shop, which the sandbox knows although no API call created them. */
  catalogue: SandboxCatalogue
  stripe: Stripe
  /** Returns a `stripe` client that uses another API key. */
  clientWith: (key: string) => Stripe
  /** The receiver of webhooks. `received` are the types of the events that it accepted; with `isDown` it refuses events. */
  webhook: { isDown: boolean; received: string[] }
  /** Compares all requests, responses and events with the types of the `stripe` client. */
  protocol: ProviderWatch
  /** Stops the sandbox. @throws Error when a request, response or event did not fit the types of the `stripe` client */
  stop: () => Promise<void>
}

export async function openSandbox(): Promise<TestSandbox> {
  const server = createServer({ keepAliveTimeout: 120_000 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const [clock, catalogue, protocol] = [createClock(), createCatalogue(), watchProvider()]
  const webhook: TestSandbox['webhook'] = { isDown: false, received: [] }
  const ignore = (): void => undefined
  const sandbox = createPaymentSandbox({
    data: ':memory:',
    secretKey,
    webhookSecret: 'whsec_of_the_tests',
    webhookUrl: `${url}/webhook`,
    url,
    siteUrl: url,
    cartUrl: `${url}/cart`,
    traderName: 'Test Kitchen',
    catalogue: async () => catalogue,
    fetch,
    now: clock.now,
    log: { error: ignore, warn: ignore },
  })

  async function receive(request: Request): Promise<Response> {
    const body = await request.text()
    protocol.event(body)
    if (webhook.isDown) return new Response(null, { status: 503 })
    webhook.received.push(JSON.parse(body).type)
    return new Response()
  }

  async function watch(request: Request): Promise<Response> {
    const body = await request.clone().text()
    const response = await sandbox.handle(request)
    await protocol.call(request, body, response)
    return response
  }

  function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/webhook') return receive(request)
    return pathname.startsWith('/v1/') ? watch(request) : sandbox.handle(request)
  }

  server.on('request', (incoming, outgoing) => {
    respondTo(incoming, outgoing, url, handle).catch((error: Error) => outgoing.destroy(error))
  })
  const clientWith = (key: string): Stripe =>
    new Stripe(key, { host: '127.0.0.1', port: address.port, protocol: 'http', telemetry: false })
  return {
    url,
    sandbox,
    clock,
    catalogue,
    stripe: clientWith(secretKey),
    clientWith,
    webhook,
    protocol,
    stop: async () => {
      await sandbox.stop()
      server.closeAllConnections()
      server.close()
      protocol.expectRight()
    },
  }
}

function createClock(): TestSandbox['clock'] {
  let ahead = 0
  return { now: () => Date.now() + ahead, advance: (ms) => (ahead += ms) }
}

function createCatalogue(): SandboxCatalogue {
  return {
    prices: [
      { id: 'price_sauce', name: 'Hot sauce', unitAmount: 450, recurring: null },
      ...[1, 3].map((count) => ({
        id: count === 1 ? boxPrice : 'price_box_quarterly',
        name: 'Sauce box',
        unitAmount: 2000,
        recurring: { interval: 'month' as const, count },
      })),
    ],
    rates: [
      { id: 'shr_standard', name: 'Standard delivery', amount: 329 },
      { id: 'shr_priority', name: 'Priority delivery', amount: 394 },
    ],
  }
}

/** Creates a Checkout session for two sauces; `changes` overrides its parameters. */
export function createSession(
  { stripe }: Pick<TestSandbox, 'stripe'>,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
  options: Stripe.RequestOptions = {},
) {
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      success_url: 'https://shop.example/checkout/success',
      customer_email: 'sam@example.com',
      line_items: [{ price: 'price_sauce', quantity: 2 }],
      ...changes,
    },
    options,
  )
}
