import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { AuthMail } from '../../src/auth/request.ts'
import { createBcryptHasher } from '../../src/auth/password-hasher.ts'
import { createBackend, type Backend, type BackendOptions } from '../../src/api/backend.ts'
import { generateKeys, signToken, type BackendKeys } from '../../src/core/keys.ts'
import type { Logger } from '../../src/core/wire.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

/** A log that keeps its lines, so that tests can read them. */
export interface RecordedLog extends Logger {
  lines: { level: 'info' | 'warn' | 'error'; details: object; message: string }[]
}

/** A clock that only `advance` moves. Times are in ms since 1970. */
export interface TestClock {
  now: () => number
  advance: (ms: number) => void
}

export interface TestUser {
  id: string
  email: string
  /** The user's access token, which is valid for an hour of the test clock. */
  token: string
  client: SupabaseClient
}

export interface TestBackend {
  backend: Backend
  database: TestDatabase
  keys: BackendKeys
  siteUrl: URL
  clock: TestClock
  log: RecordedLog
  /** The emails that the sign-in service has sent, oldest first. */
  mails: AuthMail[]
  /** An anonymous client with the publishable key. */
  anon: SupabaseClient
  /** A client with the secret key, like the server's. */
  secret: SupabaseClient
  /** Creates a client with additional headers, and optionally with an access token. */
  client: (headers?: Record<string, string>, token?: string) => SupabaseClient
  /** Creates an account with a confirmed address, and signs it in. */
  createUser: (email?: string) => Promise<TestUser>
  /** Returns an access token that the backend accepts; `expiresIn` in seconds of the test clock. */
  tokenFor: (user: { id: string; email: string; session_id?: string }, expiresIn?: number) => string
  stop: () => Promise<void>
}

/** Creates a backend with its own database. Call `stop` in `afterAll`. */
export async function createTestBackend(
  overrides: Partial<BackendOptions> = {},
  given?: TestDatabase,
): Promise<TestBackend> {
  const database = given ?? (await startTestDatabase())
  const keys = await generateKeys()
  const siteUrl = new URL('http://localhost:3000')
  const [clock, log, mails]: [TestClock, RecordedLog, AuthMail[]] = [createClock(), recordLog(), []]
  const backend = createBackend({
    sql: database.sql,
    sqlFor: database.sqlFor,
    sessions: database.sessions,
    keys,
    siteUrl,
    clock: clock.now,
    sendAuthMail: async (_, mail) => void mails.push(mail),
    functions: {},
    log,
    // Hashing with the real cost would take most of the tests' time. `password-hasher.test.ts` tests the real cost.
    passwordHasher: createBcryptHasher({ cost: 4 }),
    ...overrides,
  })

  function connect(key: string, headers: Record<string, string>, token?: string): SupabaseClient {
    const authorization: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` }
    return createClient(siteUrl.origin, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: backend.fetch, headers: { ...headers, ...authorization } },
    })
  }

  function tokenFor(
    user: { id: string; email: string; session_id?: string },
    expiresIn = 3600,
  ): string {
    const issued = Math.floor(clock.now() / 1000)
    return signToken(keys, {
      sub: user.id,
      email: user.email,
      ...(user.session_id !== undefined && { session_id: user.session_id }),
      role: 'authenticated',
      aud: 'authenticated',
      iss: `${siteUrl.origin}/auth/v1`,
      iat: issued,
      exp: issued + expiresIn,
    })
  }

  return {
    backend,
    database,
    keys,
    siteUrl,
    clock,
    log,
    mails,
    tokenFor,
    anon: connect(keys.publishable, {}),
    secret: connect(keys.secret, {}),
    client: (headers = {}, token) => connect(keys.publishable, headers, token),
    createUser: async (email = `${randomUUID()}@example.com`) => {
      const id = randomUUID()
      await database.sql`
        insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
        values (${id}, ${email}, now(), ${database.sql.json({ full_name: 'Test Person' })})
      `
      const token = tokenFor({ id, email })
      return { id, email, token, client: connect(keys.publishable, {}, token) }
    },
    stop: () => database.stop(),
  }
}

function createClock(): TestClock {
  let now = Date.now()
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

function recordLog(): RecordedLog {
  const lines: RecordedLog['lines'] = []
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (details: object, message: string): void =>
      void lines.push({ level, details, message })
  return { lines, info: write('info'), warn: write('warn'), error: write('error') }
}
