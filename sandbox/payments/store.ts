import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A notification on its way: when it is tried next, and how often it was. Times in ms since 1970. */
export interface Delivery {
  event: string
  due: number
  attempts: number
  held: boolean
}

/** What is to happen to a session, or to a subscription, later; one thing at a time. */
export interface Job {
  session: string
  due: number
  outcome: 'succeeded' | 'failed' | 'expired' | 'renewed'
}

export interface Reply {
  fingerprint: string
  status: number
  body: string
}

export interface Settings {
  delayMs: number
  hold: boolean
  times: number
}

/** Everything the sandbox remembers, in one file. What was written is on the disk when a call returns. */
export interface Store {
  /** All of the work is kept, or none of it. */
  together: <T>(work: () => T) => T
  get: <T>(kind: string, id: string) => T | null
  put: (kind: string, id: string, value: object) => void
  /** The newest first. */
  all: <T>(kind: string) => T[]
  reply: (key: string) => Reply | null
  keepReply: (key: string, reply: Reply) => void
  deliveries: () => Delivery[]
  putDelivery: (delivery: Delivery) => void
  dropDelivery: (event: string) => void
  jobs: () => Job[]
  putJob: (job: Job) => void
  dropJob: (session: string) => void
  settings: () => Settings
  putSettings: (settings: Settings) => void
  close: () => void
}

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists objects (
    number integer primary key, kind text not null, id text not null, value text not null, unique (kind, id)
  );
  create table if not exists replies (key text primary key, fingerprint text not null, status integer not null, body text not null);
  create table if not exists deliveries (
    number integer primary key, event text not null unique, due integer not null, attempts integer not null, held integer not null
  );
  create table if not exists jobs (session text primary key, due integer not null, outcome text not null);
`

const usual: Settings = { delayMs: 0, hold: false, times: 1 }

/** Opens the file, or makes it. */
export function openStore(file: string): Store {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(schema)
  const one = (query: string, ...values: string[]): Record<string, unknown> | undefined =>
    database.prepare(query).get(...values)
  const many = (query: string, ...values: string[]): Record<string, unknown>[] =>
    database.prepare(query).all(...values)
  const run = (query: string, ...values: (string | number)[]): void => {
    database.prepare(query).run(...values)
  }
  const get = <T>(kind: string, id: string): T | null => {
    const row = one('select value from objects where kind = ? and id = ?', kind, id)
    return row === undefined ? null : JSON.parse(String(row['value']))
  }
  const put = (kind: string, id: string, value: object): void =>
    run(
      'insert into objects (kind, id, value) values (?, ?, ?) on conflict (kind, id) do update set value = excluded.value',
      kind,
      id,
      JSON.stringify(value),
    )
  return {
    together: (work) => together(database, work),
    get,
    put,
    all: (kind) =>
      many('select value from objects where kind = ? order by number desc', kind).map((row) =>
        JSON.parse(String(row['value'])),
      ),
    reply: (key) => {
      const row = one('select fingerprint, status, body from replies where key = ?', key)
      return row === undefined ? null : (row as unknown as Reply)
    },
    keepReply: (key, { fingerprint, status, body }) =>
      run('insert or ignore into replies values (?, ?, ?, ?)', key, fingerprint, status, body),
    deliveries: () =>
      many('select event, due, attempts, held from deliveries order by number').map((row) => ({
        event: String(row['event']),
        due: Number(row['due']),
        attempts: Number(row['attempts']),
        held: row['held'] === 1,
      })),
    putDelivery: ({ event, due, attempts, held }) =>
      run(
        `insert into deliveries (event, due, attempts, held) values (?, ?, ?, ?)
         on conflict (event) do update set due = excluded.due, attempts = excluded.attempts, held = excluded.held`,
        event,
        due,
        attempts,
        held ? 1 : 0,
      ),
    dropDelivery: (event) => run('delete from deliveries where event = ?', event),
    jobs: () =>
      many('select session, due, outcome from jobs order by due').map((row) => ({
        session: String(row['session']),
        due: Number(row['due']),
        outcome: row['outcome'] as Job['outcome'],
      })),
    putJob: ({ session, due, outcome }) =>
      run('insert or replace into jobs values (?, ?, ?)', session, due, outcome),
    dropJob: (session) => run('delete from jobs where session = ?', session),
    settings: () => get<Settings>('settings', 'current') ?? usual,
    putSettings: (settings) => put('settings', 'current', settings),
    close: () => database.close(),
  }
}

function together<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work()
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
