import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const source = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const installed = (library: string): string => dirname(require.resolve(`${library}/package.json`))

let folder: string
/** Packs the package as for npm, and installs the archive offline into an empty folder. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-sandbox-packed-'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: source })
  const [archive = ''] = await readdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = ['--offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, `./${archive}`], { cwd: folder })
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Started {
  url: string
  secretKey: string
  webhookSecret: string
}

/** Starts the installed `payment-sandbox` command, and stops it after the test. */
async function startCommand(...args: string[]): Promise<Started> {
  const command = join(folder, 'node_modules', '.bin', 'payment-sandbox')
  const child = spawn(command, ['--port', '0', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
  const errors = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error(`The command ended without printing its address: ${await errors}`)
}

function clientOf({ url, secretKey }: Started): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http' })
}

interface ReceivedWebhook {
  body: string
  signature: string
}

/** Starts a server that records the webhooks it receives in `received`. */
async function startReceiver(): Promise<{ url: string; received: ReceivedWebhook[] }> {
  const received: ReceivedWebhook[] = []
  const server: Server = createServer(async (request, response) => {
    const signature = String(request.headers['stripe-signature'])
    received.push({ body: await text(request), signature })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  return { url: `http://127.0.0.1:${address.port}/webhook`, received }
}

/** Submits the hosted payment page like a browser. Returns the URL that the response redirects to. */
async function payOnPage(page: string): Promise<string | null> {
  const html = await (await fetch(page)).text()
  const token = /name="token" value="([0-9a-f]+)"/.exec(html)?.[1] ?? ''
  const fields = { token, do: 'pay', email: 'sam@example.com', card: '4242 4242 4242 4242' }
  const response = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(page).origin },
    body: new URLSearchParams(fields),
  })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

test('the packed package takes, reports and refunds a payment of the Stripe client', async () => {
  const receiver = await startReceiver()
  const flags = ['--site-url', 'https://shop.example', '--webhook-url', receiver.url]
  const started = await startCommand(...flags)
  const stripe = clientOf(started)
  const product = await stripe.products.create({ name: 'Hot sauce' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'gbp',
    unit_amount: 850,
  })
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.example/paid',
    line_items: [{ price: price.id, quantity: 2 }],
  })
  expect(session.url).toContain(started.url)
  expect(await payOnPage(session.url ?? '')).toBe('https://shop.example/paid')

  const paid = await stripe.checkout.sessions.retrieve(session.id)
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 1700 })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  const events = receiver.received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, started.webhookSecret),
  )
  expect(events.map(({ type }) => type)).toContain('checkout.session.completed')
  const [first] = receiver.received
  expect(() =>
    stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', 'whsec_other'),
  ).toThrow(Stripe.errors.StripeSignatureVerificationError)

  const payment = String(paid.payment_intent)
  const refund = await stripe.refunds.create({ payment_intent: payment, amount: 850 })
  expect(refund).toMatchObject({ status: 'succeeded', amount: 850 })
  const charge = await stripe.charges.retrieve(String(refund.charge))
  expect(charge.amount_refunded).toBe(850)
})

test('the packed command stores its state in the file that it is given', async () => {
  const data = join(folder, 'state.sqlite')
  const first = clientOf(await startCommand('--data', data))
  const { id } = await first.products.create({ name: 'Hot sauce' })
  const second = clientOf(await startCommand('--data', data))
  expect((await second.products.retrieve(id)).name).toBe('Hot sauce')
})

test('the packed package has types for a TypeScript project', async () => {
  await symlink(dirname(installed('@types/node')), join(folder, 'node_modules', '@types'))
  const sourceText = `import { startPaymentSandbox } from 'payment-sandbox'
const { url, keys, close } = await startPaymentSandbox({ siteUrl: 'http://localhost:3000' })
const texts: string[] = [url, keys.secretKey, keys.webhookSecret]
// @ts-expect-error: there is no such option
void startPaymentSandbox({ colour: 'red' })
void [texts, close()]
`
  await writeFile(join(folder, 'use.ts'), sourceText)
  const tsc = join(installed('typescript'), 'bin', 'tsc')
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024']
  const { stdout } = await run(
    process.execPath,
    [tsc, ...flags, '--types', 'node', '--ignoreConfig', 'use.ts'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

test('the packed command prints its options and refuses an unknown one', async () => {
  const command = join(folder, 'node_modules', '.bin', 'payment-sandbox')
  expect((await run(command, ['--help'])).stdout).toContain('--webhook-url')
  await expect(run(command, ['--colour', 'red'])).rejects.toMatchObject({ code: 1 })
  await expect(run(command, ['--port', 'x'])).rejects.toMatchObject({
    stderr: '--port is x, which is not a port\n',
  })
})
