import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import { findRunningDatabase } from '../../packages/embedded-supabase/src/database/running.ts'
import { aShopper, signUpByApi } from '../account/shoppers.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import {
  type RunningShop,
  openPreparedShop,
  openShop,
  runUntilExit,
} from '../support/running-shop.ts'

const shops: RunningShop[] = []

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.remove()
})

async function open(): Promise<RunningShop> {
  const shop = await openPreparedShop()
  shops.push(shop)
  return shop
}

describe('the first start', () => {
  let shop: RunningShop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.remove())

  test('the first start prints where the shop, its mailbox and its data are', () => {
    expect(shop.output()).toContain(`Shop     ${shop.url}`)
    expect(shop.output()).toContain(`${shop.url}/sandbox/mail`)
    expect(shop.output()).toMatch(/Data {5}\//)
  })

  test('only the owner of the files can read the generated secrets', async () => {
    expect((await stat(join(shop.dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)
  })

  test(
    'a started shop stores passwords as bcrypt hashes at the default cost',
    { tags: ['abuse-23'] },
    async () => {
      await signUpByApi(shop, aShopper())
      const found = await findRunningDatabase(shop.dataDir)
      if (typeof found === 'string') throw new Error(`the database is ${found}`)
      const { sql, close } = connectDatabase(found)
      const users = await sql<{ hash: string }[]>`
        select encrypted_password as hash from auth.users where encrypted_password <> ''`.finally(
        close,
      )
      expect(users.map(({ hash }) => hash.slice(0, 7))).toEqual(['$2b$10$'])
    },
  )
})

test('a second process on the same data is refused with one clear line', async () => {
  const shop = await open()
  const { code, words } = await runUntilExit({ DATA_DIR: shop.dataDir, PORT: '0' })
  expect(code).toBe(1)
  expect(words.trim().split('\n')).toHaveLength(1)
  expect(words).toContain(shop.dataDir)
  expect((await sendRawRequest(`${shop.url}/readyz`)).status).toBe(200)
})

test('an unusable value stops the start with one line', async () => {
  const { code, words } = await runUntilExit({ PORT: 'eighty' })
  expect(code).toBe(1)
  expect(words.trim()).toBe('The shop cannot open: PORT is not a number')
})

test('ending npm closes the shop that it has started', async () => {
  const shop = await open()
  await shop.close()
  const { dataDir } = shop
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    env: { PATH, HOME, LOG_LEVEL: 'info', DATA_DIR: dataDir, PORT: new URL(shop.url).port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  // Reads the output until the process has ended, because the shop still prints while it closes.
  for await (const line of createInterface({ input: npm.stdout })) {
    lines.push(line)
    if (line.includes('Stop it with Ctrl-C')) npm.kill('SIGTERM')
  }
  expect(lines.at(-1)).toContain('"signal":"SIGTERM","msg":"shop: closing"')
  await shop.reopen()
  expect((await sendRawRequest(`${shop.url}/readyz`)).status).toBe(200)
})

test('a request in progress is answered before the shop closes', async () => {
  const shop = await open()
  const under = sendRawRequest(`${shop.url}/shop`)
  const [answer, code] = await Promise.all([under, under.then(() => shop.close())])
  expect(answer.status).toBe(200)
  expect(code).toBe(0)
})

test(
  'acknowledged data is still there after a power cut, and the shop recovers by itself',
  { tags: ['abuse-power'] },
  async () => {
    const shop = await open()
    const { publishable } = await shop.keys()
    const guest = (id: string) =>
      createClient(shop.url, publishable, {
        auth: { persistSession: false },
        global: { headers: { 'x-guest-cart-id': id } },
      })
    const lines = [{ product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 3 }]
    const stored: string[] = []
    const keepStoring = (async () => {
      for (let index = 0; index < 200; index += 1) {
        const { data, error } = await guest('').rpc('store_guest_cart', {
          p_cart_id: null,
          p_email: null,
          p_cart_data: lines,
        })
        if (error) return
        stored.push(data)
        if (stored.length === 40) void shop.kill()
      }
    })()
    await keepStoring
    await shop.kill()
    await shop.reopen()
    expect(stored.length).toBeGreaterThanOrEqual(40)
    for (const id of stored) {
      const { data } = await guest(id).from('guest_carts').select('cart_data').eq('id', id).single()
      expect(data?.cart_data).toEqual(lines)
    }
  },
)
