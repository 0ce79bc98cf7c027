import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { expect, vi } from 'vitest'
import { type BackendKeys, generateKeys, signToken } from '../../src/core/keys.ts'
import type { RealtimeLimits } from '../../src/realtime/limits.ts'
import { createRealtime, type Realtime } from '../../src/realtime/realtime.ts'
import { isObject } from '../../src/core/read-json.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

/** The realtime service with its own database. A test can start several realtime servers of it. */
export interface RealtimeService {
  database: TestDatabase
  keys: BackendKeys
  /**
   * Starts a realtime server. Its database user `target`, which listens for changes, is by default the database's owner.
   */
  open: (
    limits?: Partial<RealtimeLimits>,
    target?: TestDatabase['target'],
  ) => Promise<RealtimeServer>
  /** The warnings and errors in the log of all realtime servers. */
  problems: string[]
  stop: () => Promise<void>
}

export interface RealtimeServer {
  realtime: Realtime
  port: number
  /** Creates a supabase-js client, anonymous or with an access token. */
  client: (token?: string, options?: { vsn?: string }) => SupabaseClient
  stop: () => Promise<void>
}

/** An origin beside the site's own whose pages may connect. */
export const allowedOrigin = 'https://app.example'

/**
 * The tables whose changes the tests watch. Row level security shows rows of `notes` only to their owners, and one
 * column of `secrets` to no user.
 */
const tables = `
  create table public.notes (
    id bigint generated always as identity primary key, owner uuid, words text, amount numeric, at timestamptz, facts jsonb
  );
  alter table public.notes enable row level security;
  create policy "own notes" on public.notes for select to authenticated using (owner = auth.uid());
  create table public.news (id integer primary key, words text, hidden text, seen boolean, price numeric);
  create table public.unpublished (id integer primary key);
  grant select on public.notes to authenticated, anon, service_role;
  grant select (id, words, seen, price) on public.news to anon, authenticated;
  grant select on public.unpublished to anon;
  alter publication supabase_realtime add table public.notes, public.news;
  create policy "rooms are heard" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%');
  create policy "rooms are spoken in" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'room:' || auth.uid()::text);`

export async function startRealtimeService(given?: TestDatabase): Promise<RealtimeService> {
  const database = given ?? (await startTestDatabase())
  await database.sql.unsafe(tables)
  const keys = await generateKeys()
  const problems: string[] = []
  const log = (_: object, message: string) => void problems.push(message)
  const opened = new AsyncDisposableStack()
  opened.defer(database.stop)
  // Waits until no replication connection is left, because a database with open connections cannot be dropped.
  opened.defer(() =>
    vi.waitFor(async () => {
      const { sql } = database
      const slots = await sql`select from pg_replication_slots where database = current_database()`
      expect(slots).toEqual([])
    }, 5000),
  )
  return {
    database,
    keys,
    problems,
    open: async (limits, target = database.target) => {
      const web = await openServer(
        { ...database, target },
        keys,
        { info: () => undefined, warn: log, error: log },
        limits,
      )
      opened.defer(web.stop)
      return web
    },
    stop: () => opened.disposeAsync(),
  }
}

type Log = Parameters<typeof createRealtime>[0]['log']

async function openServer(
  { sql, target }: TestDatabase,
  keys: BackendKeys,
  log: Log,
  limits: Partial<RealtimeLimits> = {},
): Promise<RealtimeServer> {
  const siteUrl = new URL('http://127.0.0.1')
  const origins = { siteUrl, corsOrigins: [allowedOrigin] }
  const realtime = createRealtime({ sql, target, keys, ...origins, clock: Date.now, log, limits })
  const server = createServer((request, response) => void answer(realtime, request, response))
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) =>
    realtime.upgrade(request, socket, head, addressIn(request)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { port } = address
  const clients: SupabaseClient[] = []
  const stop = async () => {
    for (const client of clients) await client.realtime.disconnect()
    await realtime.close()
    server.closeAllConnections()
    server.close()
  }
  return {
    realtime,
    port,
    client: (token, { vsn = '2.0.0' } = {}) => {
      const client = createClient(`http://127.0.0.1:${port}`, keys.publishable, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { vsn },
        ...(token !== undefined && { accessToken: async () => token }),
      })
      clients.push(client)
      return client
    },
    stop,
  }
}

/** Returns the visitor's IP address from the header that a trusted proxy sets; here the test sets it. */
function addressIn({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for'] ?? '127.0.0.1')
}

async function answer(
  { handle }: Realtime,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
  const { status, body, ...answered } = await handle({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    body: await buffer(request),
    clientAddress: addressIn(request),
  })
  response.writeHead(status, answered.headers).end(body)
}

/** Returns an access token of a user that is valid for `seconds`, by default an hour. */
export function createAccessToken(keys: BackendKeys, sub: string, seconds = 3600): string {
  const exp = Math.floor(Date.now() / 1000) + seconds
  return signToken(keys, { role: 'authenticated', sub, exp })
}

/** Collects the messages of a channel in the order of their arrival, and can wait for them. */
export class ReceivedMessages {
  readonly all: unknown[] = []
  #waiting: { count: number; resolve: () => void }[] = []

  readonly add = (item: unknown): void => {
    this.all.push(item)
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (this.all.length >= count) resolve()
      return this.all.length < count
    })
  }

  /** Returns the first `count` messages, once they have arrived. */
  async first(count: number): Promise<unknown[]> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (this.all.length >= count) resolve()
    else this.#waiting.push({ count, resolve })
    await promise
    return this.all.slice(0, count)
  }
}

/**
 * Joins a channel, and waits until its subscriptions to changes are active as well. @throws Error with the reason of a
 * failure
 */
export async function joinChannel(channel: RealtimeChannel): Promise<RealtimeChannel> {
  // Without this, the client would join before it has set its token, and not send the token later.
  await channel.socket.setAuth()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  channel.subscribe((status, error) => {
    if (status === 'SUBSCRIBED') resolve()
    else reject(error ?? new Error(status))
  })
  await promise
  return channel
}

/** Returns the type of a change, and its `new` and `old` rows. */
export function summariseChange(change: unknown): unknown[] {
  return isObject(change) ? [change['eventType'], change['new'], change['old']] : []
}
