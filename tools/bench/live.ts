import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { signToken } from '../../packages/embedded-supabase/src/core.ts'
import { measureSlowdown, pagePaths } from './beside.ts'
import { type Account, createAccounts, type Sql } from './database.ts'
import {
  atMost,
  type Figure,
  createFigure,
  median,
  createZeroFigure,
  type BenchSettings,
  format,
  sum,
} from './figure.ts'
import type { RestartableShop } from './restartable-shop.ts'
import { readMemory } from './processes.ts'

const [readers, atOnce, changesASecond] = [1000, 25, 100]
/** The time in ms after the last change, after which changes that have not arrived count as lost. */
const patience = 30_000

/** A table in which all users may read rows without an owner, and any other row only its owner. */
const table = `
  create table public.bench_news (id bigint generated always as identity primary key, owner uuid);
  alter table public.bench_news enable row level security;
  create policy bench on public.bench_news for select to authenticated using (owner is null or owner = (select auth.uid()));
  grant select on public.bench_news to authenticated;
  alter publication supabase_realtime add table public.bench_news`

/** Measures the memory that a thousand open websockets need, and how fast and reliably changes arrive through them. */
export function measureRealtime(shop: RestartableShop, pace: BenchSettings): Promise<Figure[]> {
  return shop.withSql(async (sql) => {
    await sql.unsafe(table)
    const accounts = await createAccounts(sql, readers)
    const before = await readMemory(shop.pid)
    const heard = { count: 0 }
    const sockets: WebSocket[] = []
    for (let at = 0; at < readers; at += atOnce) {
      const some = accounts.slice(at, at + atOnce)
      sockets.push(...(await Promise.all(some.map((one) => listen(shop, one, heard)))))
    }
    const held = (await readMemory(shop.pid)) - before
    const times: number[] = []
    for (let round = 0; round < pace.rounds; round++) times.push(await tellAll(sql, heard))
    const options = { leastMs: 60_000, paths: pagePaths, most: 4 / 3 }
    const name = `p95 of pages beside ${changesASecond} changes a second`
    const write = (seconds: number) => change(sql, accounts, seconds, heard)
    const { figure: slowed, done } = await measureSlowdown(name, shop, pace, write, options)
    for (const socket of sockets) socket.terminate()
    return [
      createFigure(`memory of ${readers} open websockets`, held, atMost(150e6, format.MB)),
      createFigure('one change reaches all of them', median(times), atMost(1000, format.ms)),
      createZeroFigure('changes that did not reach whom they concern', sum(done)),
      slowed,
    ]
  })
}

/** Opens a websocket from another IP address for each account, and joins a channel as supabase-js does. */
async function listen(
  { url, keys }: RestartableShop,
  { id }: Account,
  heard: { count: number },
): Promise<WebSocket> {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const access_token = signToken(keys, { role: 'authenticated', sub: id, exp })
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${keys.publishable}`
  const from = `2001:db8:${id.slice(0, 4)}:${id.slice(4, 8)}::1`
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': from } })
  await once(socket, 'open')
  const watched = [{ event: '*', schema: 'public', table: 'bench_news' }]
  const join = { access_token, config: { postgres_changes: watched } }
  socket.send(JSON.stringify(['1', '1', 'realtime:news', 'phx_join', join]))
  const [answer] = await once(socket, 'message')
  if (!String(answer).includes('"ok"')) throw new Error(`no join: ${answer}`)
  // Sends heartbeats as supabase-js does, because the server closes a connection on which it receives nothing.
  const beat = setInterval(() => {
    socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}]))
  }, 25_000)
  socket.once('close', () => clearInterval(beat))
  socket.on('message', (data) => {
    if (String(data).includes('"commit_timestamp"')) heard.count += 1
  })
  return socket
}

/** Inserts a row that everybody may read. Returns the ms until all readers have received it. */
async function tellAll(sql: Sql, heard: { count: number }): Promise<number> {
  const [goal, start] = [heard.count + readers, performance.now()]
  await sql`insert into public.bench_news (owner) values (null)`
  await until(heard, goal)
  return performance.now() - start
}

/**
 * Inserts rows at a steady rate for `seconds`, each of which one reader may read. Returns the number of rows that did not arrive.
 */
async function change(
  sql: Sql,
  accounts: Account[],
  seconds: number,
  heard: { count: number },
): Promise<number> {
  const [count, start] = [Math.round(seconds * changesASecond), performance.now()]
  const goal = heard.count + count
  for (let made = 0; made < count; made++) {
    await sql`insert into public.bench_news (owner) values (${accounts[made % readers]?.id ?? null})`
    const due = start + ((made + 1) * 1000) / changesASecond
    await pause(Math.max(0, due - performance.now()))
  }
  await until(heard, goal)
  return Math.abs(goal - heard.count)
}

async function until(heard: { count: number }, goal: number): Promise<void> {
  const end = performance.now() + patience
  while (heard.count < goal && performance.now() < end) await pause(1)
}
