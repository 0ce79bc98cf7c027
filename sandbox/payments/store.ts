import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A notification on its way: when it is tried next, and how often it was. Times in ms since 1970. */
export interface Delivery {
  event: string
  due: number
  attempts: number
}

/** What is to happen later to a session, a subscription or an invoice, named by its id; one thing at a time. */
export interface Job {
  subject: string
  due: number
  outcome: 'succeeded' | 'failed' | 'expired' | 'renewed' | 'finalised' | 'lapsed'
}

export interface Reply {
  fingerprint: string
  status: number
  body: string
}

/** Everything the sandbox remembers, in one file. What was written is on the disk when a call returns. */
export interface Store {
  /** All of the work is kept, or none of it. */
  together: <T>(work: () => T) => T
  get: <T>(kind: string, id: string) => T | null
  put: (kind: string, id: string, value: object) => void
  drop: (kind: string, id: string) => void
  /** The newest first. */
  all: <T>(kind: string) => T[]
  reply: (key: string) => Reply | null
  keepReply: (key: string, reply: Reply) => void
  deliveries: () => Delivery[]
  putDelivery: (delivery: Delivery) => void
  dropDelivery: (event: string) => void
  jobs: () => Job[]
  putJob: (job: Job) => void
  dropJob: (subject: string) => void
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
    number integer primary key, event text not null unique, due integer not null, attempts integer not null
  );
  create table if not exists jobs (subject text primary key, due integer not null, outcome text not null);
`

/** Columns of files that older sandboxes have made. */
const outdated = [
  ['deliveries', 'held', 'alter table deliveries drop column held'],
  ['jobs', 'session', 'alter table jobs rename column session to subject'],
] as const

/** Opens the file, or makes it. */
export function openStore(file: string): Store {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(schema)
  const one = (query: string, ...values: string[]): Record<string, unknown> | undefined =>
    database.prepare(query).get(...values)
  for (const [table, column, change] of outdated)
    if (one('select name from pragma_table_info(?) where name = ?', table, column) !== undefined)
      database.exec(change)
  const many = (query: string, ...values: string[]): Record<string, unknown>[] =>
    database.prepare(query).all(...values)
  const run = (query: string, ...values: (string | number)[]): void => {
    database.prepare(query).run(...values)
  }
  return {
    together: (work) => together(database, work),
    get: (kind, id) => {
      const row = one('select value from objects where kind = ? and id = ?', kind, id)
      return row === undefined ? null : JSON.parse(String(row['value']))
    },
    put: (kind, id, value) =>
      run(
        'insert into objects (kind, id, value) values (?, ?, ?) on conflict (kind, id) do update set value = excluded.value',
        kind,
        id,
        JSON.stringify(value),
      ),
    drop: (kind, id) => run('delete from objects where kind = ? and id = ?', kind, id),
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
      many('select event, due, attempts from deliveries order by number').map((row) => ({
        event: String(row['event']),
        due: Number(row['due']),
        attempts: Number(row['attempts']),
      })),
    putDelivery: ({ event, due, attempts }) =>
      run(
        `insert into deliveries (event, due, attempts) values (?, ?, ?)
         on conflict (event) do update set due = excluded.due, attempts = excluded.attempts`,
        event,
        due,
        attempts,
      ),
    dropDelivery: (event) => run('delete from deliveries where event = ?', event),
    jobs: () =>
      many('select subject, due, outcome from jobs order by due').map((row) => ({
        subject: String(row['subject']),
        due: Number(row['due']),
        outcome: row['outcome'] as Job['outcome'],
      })),
    putJob: ({ subject, due, outcome }) =>
      run('insert or replace into jobs values (?, ?, ?)', subject, due, outcome),
    dropJob: (subject) => run('delete from jobs where subject = ?', subject),
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
