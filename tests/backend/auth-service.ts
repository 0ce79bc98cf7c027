import { createClient, type SupabaseClient, type SupportedStorage } from '@supabase/supabase-js'
import { createVerifiedFetch } from '../../domain/verified-fetch.ts'
import type { AuthMail } from '../../packages/embedded-supabase/src/auth/request.ts'
import { createAuth } from '../../packages/embedded-supabase/src/auth/auth.ts'
import {
  createBcryptHasher,
  type PasswordHasher,
} from '../../packages/embedded-supabase/src/auth/password-hasher.ts'
import { type BackendKeys, generateKeys } from '../../packages/embedded-supabase/src/core/keys.ts'
import type { AuthSettings } from '../../packages/embedded-supabase/src/auth/settings.ts'
import type {
  Logger,
  WireRequest,
  WireResponse,
} from '../../packages/embedded-supabase/src/core/wire.ts'
import { parseEmail } from '../../mail/emails.ts'
import { authProject, queueAuthMail } from '../../server/auth-project.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

export const siteUrl = new URL('http://localhost:3000')
export const goodPassword = 'Hot Sauce 4 me'

/** The sign-in service with its own database and a clock that a test can set. */
export interface AuthService {
  database: TestDatabase
  keys: BackendKeys
  clock: { now: () => number; advance: (ms: number) => void }
  /** Calls the service over HTTP, by default with the publishable key. */
  call: (request: Partial<WireRequest> & { path: string; json?: unknown }) => Promise<WireResponse>
  /** Creates a browser: a supabase-js client with its own storage and its own IP address. */
  browser: (options?: BrowserOptions) => SupabaseClient
  /** Returns the emails to an address, oldest first. @throws EmailError when one of them cannot be sent */
  emails: (to: string) => Promise<AuthMail[]>
  /** Opens the link in the latest email to an address, as a click does. Returns the address to which it leads. */
  openLatestLink: (to: string) => Promise<URL>
  /** The warnings and errors in the service's log. */
  problems: { details: object; message: string }[]
  stop: () => Promise<void>
}

interface BrowserOptions {
  address?: string
  flowType?: 'implicit' | 'pkce'
  storage?: SupportedStorage
  /** Wraps the `fetch` with which the browser calls the service, for example to simulate a bad connection. */
  fetch?: typeof fetch
}

const always = {
  autoRefreshToken: false,
  persistSession: true,
  experimental: { recoveryCodes: true },
}

interface Settings {
  hasher?: PasswordHasher
  /** Overrides of the shop's sign-in settings. */
  settings?: Partial<AuthSettings>
}

export async function startAuthService({
  hasher = createBcryptHasher({ cost: 4 }),
  settings = {},
}: Settings = {}): Promise<AuthService> {
  const database = await startTestDatabase()
  const keys = await generateKeys()
  const clock = makeClock()
  const problems: AuthService['problems'] = []
  const handle = createAuth({
    sql: database.sql,
    sqlFor: database.sqlFor,
    keys,
    siteUrl,
    clock: clock.now,
    sendAuthMail: queueAuthMail,
    log: logInto(problems),
    ...authProject,
    authSettings: { ...authProject.authSettings, ...settings },
    passwordHasher: hasher,
  })
  const service: AuthService = {
    database,
    keys,
    clock,
    problems,
    call: (request) => handle(wireRequest(keys, request)),
    browser: ({
      address = createUniqueIp(),
      flowType = 'implicit',
      storage = createMemoryStorage(),
      ...own
    } = {}) =>
      createClient(siteUrl.origin, keys.publishable, {
        auth: { ...always, storage, flowType },
        global: {
          fetch:
            own.fetch ??
            createVerifiedFetch((input, init) =>
              fetchFrom(handle, address, new Request(input, init)),
            ),
        },
      }),
    emails: async (to) => {
      const rows = await database.sql<AuthMail[]>`
        select template, recipient as "to", data from public.outbox
        where recipient = ${to} order by created_at`
      for (const { template, data } of rows) parseEmail(template, data)
      return [...rows]
    },
    openLatestLink: async (to) => openLink(service, to),
    stop: database.stop,
  }
  return service
}

/** Signs up a user and confirms the address. */
export async function createUser(
  service: AuthService,
  email: string,
  password = goodPassword,
): Promise<void> {
  const { error } = await service.browser().auth.signUp({ email, password })
  if (error !== null) throw error
  await service.openLatestLink(email)
}

/** Signs in with a new browser, and returns that browser. */
export async function openSignedInBrowser(
  service: AuthService,
  email: string,
  password = goodPassword,
  address = createUniqueIp(),
): Promise<SupabaseClient> {
  const browser = service.browser({ address })
  const { error } = await browser.auth.signInWithPassword({ email, password })
  if (error !== null) throw error
  return browser
}

/** Returns the API of supabase-js for the administration of accounts, with the secret key. */
export function createAdminClient({ call, keys }: AuthService): SupabaseClient['auth']['admin'] {
  return createClient(siteUrl.origin, keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => fetchFrom(call, createUniqueIp(), new Request(input, init)) },
  }).auth.admin
}

let people = 0
/** Returns an email address that no other test uses. */
export function createUniqueEmail(): string {
  people += 1
  return `person${people}@example.com`
}

let addresses = 0
export function createUniqueIp(): string {
  addresses += 1
  return `10.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

export function parseBody(response: WireResponse): Record<string, unknown> {
  return JSON.parse(String(response.body)) as Record<string, unknown>
}

async function openLink(service: AuthService, to: string): Promise<URL> {
  const link = (await service.emails(to)).at(-1)?.data.link
  if (link === undefined) throw new Error(`There is no link for ${to}`)
  const url = new URL(link)
  const response = await service.call({
    method: 'GET',
    path: url.pathname,
    query: url.search.slice(1),
    headers: {},
  })
  return new URL(String(response.headers.location))
}

function wireRequest(
  keys: BackendKeys,
  { json, ...request }: Partial<WireRequest> & { path: string; json?: unknown },
): WireRequest {
  const body = json === undefined ? null : new TextEncoder().encode(JSON.stringify(json))
  return {
    method: 'POST',
    query: '',
    headers: { apikey: keys.publishable },
    body,
    clientAddress: createUniqueIp(),
    ...request,
  }
}

async function fetchFrom(
  handle: (request: WireRequest) => Promise<WireResponse>,
  clientAddress: string,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url)
  const response = await handle({
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: new Uint8Array(await request.arrayBuffer()),
    clientAddress,
  })
  const body = typeof response.body === 'string' ? response.body : null
  return new Response(body, { status: response.status, headers: response.headers })
}

/** Starts at the real time, because supabase-js checks the expiry of tokens by the real clock. */
function makeClock(): AuthService['clock'] {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}

/** Returns an in-memory replacement for the browser's storage, for the auth client. */
export function createMemoryStorage(values = new Map<string, string>()): SupportedStorage {
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

function logInto(problems: AuthService['problems']): Logger {
  const keep = (details: object, message: string) => void problems.push({ details, message })
  return { info: () => undefined, warn: () => undefined, error: keep }
}

export type EmailRequest = [path: string, email: string, clientAddress?: string, json?: object]

/** Calls an endpoint that sends emails, by default from an IP address that has not been used yet. */
export function requestEmail(
  service: AuthService,
  ...[path, email, clientAddress = createUniqueIp(), json = {}]: EmailRequest
) {
  return service.call({ path: `/auth/v1/${path}`, clientAddress, json: { email, ...json } })
}
