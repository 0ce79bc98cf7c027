import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createStripe } from './stripe.ts'

type Answer = [status: number, type: string, body: string]
const session: Answer = [200, 'application/json', '{"id":"cs_1","object":"checkout.session"}']

/**
 * Creates a Stripe client whose first requests get these responses; `keys` collects the idempotency keys of its requests.
 */
async function openProvider(answers: readonly Answer[]) {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    const [status, type, body] = answers[keys.length] ?? session
    keys.push(request.headers['idempotency-key'])
    response.writeHead(status, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { keys, stripe: createStripe('sk_test_1', `http://127.0.0.1:${port}`) }
}

const html = '<html><h1>502 Bad Gateway</h1></html>'

test.each<Answer>([
  [502, 'text/html', html],
  [502, 'text/plain', ''],
  [200, 'text/html', '<form>Accept our terms</form>'],
  [403, 'text/html', html],
  [403, 'application/json', '{"error":"forbidden"}'],
  [200, 'application/json', '{"id":"cs_'],
])(
  'retries with the same idempotency key when a proxy responds with %i %s %s',
  { tags: ['abuse-in-between'] },
  async (...answer) => {
    const { keys, stripe } = await openProvider([answer])
    const created = await stripe.checkout.sessions.create({}, { idempotencyKey: 'order 1' })
    expect(created.id).toBe('cs_1')
    expect(keys).toEqual(['order 1', 'order 1'])
  },
)

test('reports in one line without HTML that Stripe was not reached', async () => {
  const { stripe } = await openProvider(Array.from({ length: 3 }, () => [502, 'text/html', html]))
  const request = stripe.checkout.sessions.retrieve('cs_1')
  await expect(request).rejects.toMatchObject({ type: 'StripeConnectionError' })
  await expect(request).rejects.toThrow(/^[^<\n]+$/)
})

test('does not retry after an error response of Stripe', async () => {
  const refusal =
    '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No"}}'
  const { keys, stripe } = await openProvider([[404, 'application/json', refusal]])
  const request = stripe.checkout.sessions.retrieve('cs_1')
  await expect(request).rejects.toMatchObject({ code: 'resource_missing' })
  expect(keys).toHaveLength(1)
})
