import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { waitForEmail } from '../support/mailbox.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { type RunningShop, openShop } from '../support/running-shop.ts'

let shop: RunningShop

beforeAll(async () => {
  shop = await openShop({ LOG_LEVEL: 'trace' })
})

afterAll(() => shop.remove())

test(
  'each log line is one JSON object, and none contains a secret, a cart, a token or an email',
  { tags: ['abuse-11', 'abuse-28'] },
  async () => {
    const keys = await shop.keys()
    const client = createClient(shop.url, keys.publishable, { auth: { persistSession: false } })
    const person = { email: 'logged@example.co.uk', password: 'Hot5auce4Me' }
    const { data: cartId } = await client.rpc('store_guest_cart', {
      p_cart_id: null,
      p_email: null,
      p_cart_data: [],
    })
    await client.auth.signUp({ ...person, options: { data: { full_name: 'Log\nInjection' } } })
    const mail = await waitForEmail(shop.url, person.email, /confirm/i)
    await client.auth.signInWithPassword({ ...person, password: 'Wr0ngPassword' })
    await fetch(mail.links.find((link) => link.includes('/auth/v1/verify')) ?? '', {
      redirect: 'manual',
    })
    const { data } = await client.auth.signInWithPassword(person)
    await sendRawRequest(`${shop.url}/rest/v1/rpc/store_guest_cart`, {
      method: 'POST',
      body: '{"p_cart_data": 7}',
      headers: { apikey: keys.publishable, 'content-type': 'application/json' },
    })
    await sendRawRequest(`${shop.url}/shop?x=%0a{"level":30,"msg":"forged"}`)
    await shop.close()

    const lines = shop
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    const secrets = [
      cartId,
      person.password,
      data.session?.access_token,
      data.session?.refresh_token,
      keys.secret,
      keys.stripe.secretKey,
    ]
    for (const secret of secrets) expect(secret).toBeTypeOf('string')
    expect(secrets.filter((secret) => shop.output().includes(String(secret)))).toEqual([])
    expect(shop.output()).not.toContain('forged')
    expect(shop.output()).not.toContain('verify?token')
  },
)

const fullDisk = '/dev/full'

test.runIf(existsSync(fullDisk))(
  'a log on a full disk does not stop the shop from opening, answering or closing',
  { tags: ['abuse-log'], timeout: 40_000 },
  async () => {
    await shop.close()
    const output = openSync(fullDisk, 'w')
    const main = join(import.meta.dirname, '..', '..', 'build', 'shop', 'main.js')
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'debug',
        PORT: new URL(shop.url).port,
        DATA_DIR: shop.dataDir,
      },
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const ended = once(child, 'exit')
    const ready = async () => (await sendRawRequest(`${shop.url}/readyz`)).status
    try {
      await vi.waitFor(async () => expect(await ready()).toBe(200), 20_000)
      for (let line = 0; line < 20; line += 1) expect(await ready()).toBe(200)
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
  },
)
