import { createPrivateKey, randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { type BackendKeys, generateKeys } from '../../packages/embedded-supabase/src/core/keys.ts'
import { writeToken } from '../../packages/embedded-supabase/src/core/token.ts'
import type { FunctionLog } from '../../supabase/functions/_shared/environment.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { providerKey, type SmallShop, type SmallShopOptions, startSmallShop } from './small-shop.ts'

export interface Shopper {
  id: string
  email: string
  token: string
}

/** A small shop with its own database and a clock that the test can set. */
export interface PaymentWorld
  extends
    Pick<SmallShop, 'url' | 'environment' | 'sandbox' | 'protocol'>,
    Pick<SmallShopOptions, 'provider' | 'webhook'> {
  database: TestDatabase
  sql: TestDatabase['sql']
  keys: BackendKeys
  clock: { now: () => number; advance: (ms: number) => void }
  stripe: Stripe
  /** A client with the secret key. */
  client: SupabaseClient
  log: { level: string; details: object; message: string }[]
  shopper: (email?: string) => Promise<Shopper>
  stop: () => Promise<void>
}

export async function openPaymentWorld(): Promise<PaymentWorld> {
  const database = await startTestDatabase()
  const keys = await generateKeys()
  const clock = movableClock()
  const log: PaymentWorld['log'] = []
  const provider: PaymentWorld['provider'] = {
    fault: { kind: 'none' },
    requests: [],
    says: new Map(),
  }
  const webhook = { down: false }
  const shop = await startSmallShop({
    database,
    keys,
    // The sandbox's data is kept in memory, because a file would slow every write down. `crash-points.test.ts` tests
    // that data survives a crash.
    dataFile: ':memory:',
    port: 0,
    now: clock.now,
    log: createRecordingLog(log),
    provider,
    webhook,
    crashPoint: () => undefined,
  })
  return {
    ...shop,
    database,
    sql: database.sql,
    keys,
    clock,
    provider,
    webhook,
    stripe: createStripe(providerKey, `${shop.url}/sandbox/payments`),
    client: createClient(shop.url, keys.secret, {
      auth: { persistSession: false, autoRefreshToken: false },
    }),
    log,
    shopper: (email) => createSignedInShopper(database, keys, clock.now(), email),
    stop: async () => {
      try {
        await shop.stop()
      } finally {
        await database.stop()
      }
    },
  }
}

function movableClock(): PaymentWorld['clock'] {
  let ahead = 0
  return { now: () => Date.now() + ahead, advance: (ms) => (ahead += ms) }
}

export function createRecordingLog(log: PaymentWorld['log']): FunctionLog {
  const write = (level: string) => (details: object, message: string) => {
    log.push({ level, details, message })
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** Creates an account with an open session, as after a sign-in. */
export async function createSignedInShopper(
  database: TestDatabase,
  keys: BackendKeys,
  now: number,
  email = `${randomUUID()}@example.com`,
): Promise<Shopper> {
  const [user] = await database.sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at) values (${email}, now()) returning id`
  const id = user?.id ?? ''
  const sessionId = randomUUID()
  await database.sql`insert into auth.sessions (id, user_id, created_at) values (${sessionId}, ${id}, now())`
  const key = createPrivateKey({ key: keys.jwt.privateJwk, format: 'jwk' })
  const seconds = Math.floor(now / 1000)
  const token = writeToken(key, keys.jwt.kid, {
    role: 'authenticated',
    aud: 'authenticated',
    sub: id,
    session_id: sessionId,
    email,
    iat: seconds,
    exp: seconds + 86_400,
  })
  return { id, email, token }
}
