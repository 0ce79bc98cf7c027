import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ObjectKind, ObjectsByKind } from './objects.ts'

/**
 * An event that the webhook has not yet accepted: `due` is the time of the next attempt in ms since 1970, `attempts` the number of
 * attempts so far.
 */
export interface WebhookDelivery {
  event: string
  due: number
  attempts: number
}

/**
 * A scheduled job. `subject` is the id of the session, subscription or invoice, or a fixed name for payouts; it can have one job at
 * a time. `due` is in ms since 1970.
 */
export interface ScheduledJob {
  subject: string
  due: number
  outcome:
    | 'succeeded'
    | 'failed'
    | 'expired'
    | 'renewed'
    | 'resumed'
    | 'finalised'
    | 'lapsed'
    | 'paid out'
}

export interface StoredResponse {
  fingerprint: string
  body: string
}

/** The data of the sandbox, in one SQLite file. Every change is on the disk when the call returns. */
export type Store = ReturnType<typeof openStore>

const schema = `
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

/** The time in ms to wait for a lock that another process of the same shop holds while it writes. */
const lockTimeoutMs = 5000

export function openStore(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  enableWriteAheadLog(database)
  database.exec(schema)
  const many = (query: string, ...values: string[]): object[] =>
    database.prepare(query).all(...values)
  const run = (query: string, ...values: (string | number)[]): void => {
    database.prepare(query).run(...values)
  }
  const valueOf = (row: object): unknown => JSON.parse((row as { value: string }).value)
  return {
    together: <T>(work: () => T): T => runInTransaction(database, work),
    get: <K extends ObjectKind>(kind: K, id: string): ObjectsByKind[K] | null => {
      const [row] = many('select value from objects where kind = ? and id = ?', kind, id)
      return row === undefined ? null : (valueOf(row) as ObjectsByKind[K])
    },
    put: (kind: ObjectKind, id: string, value: object): void =>
      run(
        'insert into objects (kind, id, value) values (?, ?, ?) on conflict (kind, id) do update set value = excluded.value',
        kind,
        id,
        JSON.stringify(value),
      ),
    drop: (kind: ObjectKind, id: string): void =>
      run('delete from objects where kind = ? and id = ?', kind, id),
    all: <K extends ObjectKind>(kind: K): ObjectsByKind[K][] =>
      many('select value from objects where kind = ? order by number desc', kind).map(
        (row) => valueOf(row) as ObjectsByKind[K],
      ),
    reply: (key: string): StoredResponse | undefined =>
      many('select fingerprint, body from replies where key = ?', key)[0] as
        | StoredResponse
        | undefined,
    keepReply: (key: string, { fingerprint, body }: StoredResponse): void =>
      run('insert or ignore into replies values (?, ?, 200, ?)', key, fingerprint, body),
    deliveries: (): WebhookDelivery[] =>
      many('select event, due, attempts from deliveries order by number') as WebhookDelivery[],
    putDelivery: ({ event, due, attempts }: WebhookDelivery): void =>
      run(
        `insert into deliveries (event, due, attempts) values (?, ?, ?)
         on conflict (event) do update set due = excluded.due, attempts = excluded.attempts`,
        event,
        due,
        attempts,
      ),
    dropDelivery: (event: string): void => run('delete from deliveries where event = ?', event),
    jobs: (): ScheduledJob[] =>
      many('select subject, due, outcome from jobs order by due') as ScheduledJob[],
    putJob: ({ subject, due, outcome }: ScheduledJob): void =>
      run('insert or replace into jobs values (?, ?, ?)', subject, due, outcome),
    dropJob: (subject: string): void => run('delete from jobs where subject = ?', subject),
    close: (): void => database.close(),
  }
}

/**
 * Switches the database to WAL mode. Retries by itself while another process creates the same file, because SQLite's lock timeout
 * does not apply to this pragma.
 */
function enableWriteAheadLog(database: DatabaseSync): void {
  const until = performance.now() + lockTimeoutMs
  for (;;) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 255) === 5
}

function runInTransaction<T>(database: DatabaseSync, work: () => T): T {
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
