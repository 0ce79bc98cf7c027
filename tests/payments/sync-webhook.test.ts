import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { syncWebhook } from '../../commands/owner/sync-webhook.ts'
import { stripeVersion } from '../../supabase/functions/_shared/stripe.ts'
import { handledEvents } from '../../supabase/functions/stripe-webhook/process-event.ts'
import { createOwnerTools } from './owner.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const site = new URL('https://shop.example')
const url = 'https://shop.example/functions/v1/stripe-webhook'

let world: PaymentWorld
let folder: string
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sync-'))
})
afterEach(async () => {
  for (const one of await endpoints()) await world.stripe.webhookEndpoints.del(one.id)
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => world.stop())

async function endpoints() {
  return (await world.stripe.webhookEndpoints.list({ limit: 100 })).data
}

/** Does what `npm run stripe:sync` does for the webhook endpoint. Returns the printed lines. */
async function sync(origin = site): Promise<string> {
  const lines: string[] = []
  await syncWebhook(createOwnerTools(world, lines, 'live'), origin, folder)
  return lines.join('\n')
}

test('stripe:sync creates a webhook endpoint with the handled events and the pinned API version', async () => {
  const output = await sync()
  expect(await endpoints()).toMatchObject([
    { url, api_version: stripeVersion, enabled_events: [...handledEvents], status: 'enabled' },
  ])
  const file = join(folder, 'stripe-webhook-secret-live')
  expect(output).toContain(`Its signing secret is in ${file}`)
  expect(output).toContain('Set STRIPE_WEBHOOK_SECRET')
  const secret = await readFile(file, 'utf8')
  expect(secret).toMatch(/^whsec_\w+\n$/)
  expect(output).not.toContain(secret.trim())
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('stripe:sync replaces a secret file that others can read', async () => {
  const file = join(folder, 'stripe-webhook-secret-live')
  await writeFile(file, 'old', { mode: 0o644 })
  await sync()
  expect(await readFile(file, 'utf8')).toMatch(/^whsec_/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('stripe:sync leaves a correct endpoint unchanged and asks for no secret', async () => {
  await sync()
  const [before] = await endpoints()
  await rm(join(folder, 'stripe-webhook-secret-live'))
  expect(await sync()).toContain(`${before?.id} is in order`)
  expect(await endpoints()).toEqual([before])
  await expect(stat(join(folder, 'stripe-webhook-secret-live'))).rejects.toThrow('ENOENT')
})

test('stripe:sync updates an endpoint with other events or disabled', async () => {
  const { id } = await world.stripe.webhookEndpoints.create({
    url,
    enabled_events: ['charge.refunded', 'invoice.voided'],
    api_version: stripeVersion,
  })
  await world.stripe.webhookEndpoints.update(id, { disabled: true })
  expect(await sync()).toContain(`webhook endpoint → ${id}`)
  expect(await endpoints()).toMatchObject([
    { id, enabled_events: [...handledEvents], status: 'enabled' },
  ])
})

test('stripe:sync replaces an endpoint of another API version and reports it', async () => {
  const old = await world.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  const elsewhere = await world.stripe.webhookEndpoints.create({
    url: 'https://elsewhere.example/hook',
    enabled_events: ['*'],
  })
  const output = await sync()
  expect(output).toContain(`${old.id} was removed: it sent in API version`)
  expect(output).toContain('Set STRIPE_WEBHOOK_SECRET')
  const [made, kept] = await endpoints()
  expect(made).toMatchObject({ url, api_version: stripeVersion })
  expect(kept?.id).toBe(elsewhere.id)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'stripe:sync creates no endpoint for %s and explains why',
  async (origin) => {
    const output = await sync(new URL(origin))
    expect(output).toContain(`the payment provider cannot reach ${origin}`)
    expect(output).toContain('SITE_URL')
    expect(await endpoints()).toEqual([])
  },
)

test('stripe:sync starts without a webhook secret', async () => {
  const environment = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    DATA_DIR: folder,
    PATH: process.env['PATH'],
  }
  const command = join(import.meta.dirname, '..', '..', 'commands', 'stripe-sync.ts')
  const output = await new Promise((resolve) => {
    execFile(process.execPath, [command], { env: environment }, (_error, _output, problems) =>
      resolve(problems),
    )
  })
  expect(output).toBe(`There is no shop in ${folder} yet. Start it with npm start.\n`)
})
