import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { createClientsByRole } from '../desk/staff.ts'
import { insertRow } from '../support/insert.ts'
import { createTestShop } from '../support/shop.ts'
import {
  verbs,
  type AccessDecision,
  type AccessDecisions,
  type TableDecisions,
  type Verb,
} from './decision.ts'
import { decidedFunctions } from './decided-functions.ts'
import { decidedTables } from './decisions.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const [other, person] = [await shop.createUser(), await shop.createUser()]
const ids = {
  product: randomUUID(),
  cart: randomUUID(),
  order: randomUUID(),
  box: randomUUID(),
  line: randomUUID(),
  outbox: randomUUID(),
  enquiry: randomUUID(),
  request: randomUUID(),
}

const expired = shop.client({}, shop.tokenFor(person, -1))
const forged = shop.client({}, `${person.token.slice(0, -8)}AAAAAAAA`)
const keyless = shop.client({ apikey: '' })
const { packer, 'owner without a code': half, owner } = await createClientsByRole(shop)
const actors = {
  stranger: shop.anon,
  person: person.client,
  packer,
  'owner without a code': half,
  owner,
}
type Actor = keyof typeof actors
const team = ['packer', 'owner without a code', 'owner'] as const

/** Returns the decision for a kind of user. All kinds of staff share the decision `team`. */
function decisionFor(actor: Actor, decided: TableDecisions): AccessDecisions {
  return decided[actor === 'stranger' || actor === 'person' ? actor : 'team']
}

type Row = Record<string, unknown>

async function writeSample(table: string, decided: TableDecisions): Promise<Row> {
  const row = decided.row(other, ids)
  await insertRow(sql, table, row)
  return row
}

async function stored(table: string): Promise<string> {
  const [row] = await sql.unsafe(
    `select json_agg(t order by t::text)::text as content from ${table} as t`,
  )
  return row?.content ?? ''
}

async function findRow(table: string): Promise<Row> {
  const [found] = await sql.unsafe<{ row: Row }[]>(
    `select to_jsonb(t) as row from ${table} t limit 1`,
  )
  return found?.row ?? {}
}

interface Outcome {
  status: number
  code: string | undefined
  rows: number | null
}

async function attempt(
  client: SupabaseClient,
  verb: Verb,
  table: string,
  decided: TableDecisions,
): Promise<Outcome> {
  const row = decided.row(other, ids)
  const match = Object.fromEntries(decided.key.map((name) => [name, row[name]]))
  const source = client.from(table)
  const request = {
    select: () => source.select(decided.columns).match(match),
    insert: () => source.insert(freshRow(table, row)),
    update: () => source.update(decided.change, { count: 'exact' as const }).match(match),
    upsert: () => {
      const onConflict = Object.keys(decided.upsertKey ?? match).join(',')
      return source.upsert({ ...row, ...decided.change, ...decided.upsertKey }, { onConflict })
    },
    delete: () => source.delete({ count: 'exact' as const }).match(match),
  }[verb]()
  const { status, error, data, count } = await request
  const found: unknown = data
  return { status, code: error?.code, rows: Array.isArray(found) ? found.length : count }
}

/** Returns a copy of a row with new unique values, so that an insert can only fail for lack of rights. */
function freshRow(table: string, row: Row): Row {
  const fresh: Row = { ...row }
  if (table === 'newsletter_signups') fresh.email = `${randomUUID()}@example.com`
  for (const name of ['id', 'slug', 'key', 'lookup_key']) {
    if (typeof fresh[name] === 'string' && fresh.user_id === undefined) fresh[name] = randomUUID()
  }
  return fresh
}

/** Converts the outcome of a request to a decision, or to a description of an outcome that is none. */
function verdict(actor: Actor, verb: Verb | 'call', outcome: Outcome): string {
  const { status, code, rows } = outcome
  if (code === '42501' && status === (actor === 'stranger' ? 401 : 403)) return 'refused'
  // The request sets a generated column, which no role may do.
  if (code === '428C9') return 'refused'
  if (code === undefined && rows === 0) return 'empty'
  if (code === undefined && (verb === 'insert' ? status === 201 : rows === 1)) return 'open'
  return `${status} ${code} with ${rows} rows`
}

test('packers and owners have a staff role, and an owner only with a second factor', async () => {
  const role = async (actor: Actor) => (await actors[actor].rpc('staff_role')).data
  expect(await role('person')).toBeNull()
  expect(await role('packer')).toBe('packer')
  expect(await role('owner without a code')).toBeNull()
  expect(await role('owner')).toBe('owner')
})

test('every table of the schema has a decision', { tags: ['abuse-10'] }, async () => {
  // Views are left out, because all of them belong to the desk: tests/desk/matrix.test.ts.
  const rows =
    await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f')`
  expect(Object.keys(decidedTables).toSorted()).toEqual(rows.map((row) => row.relname).toSorted())
})

test('every table has row level security', async () => {
  const rows = await sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
  `
  expect(rows).toEqual([])
})

test('every function of the schema has a decision', async () => {
  const rows = await sql`
    select distinct proname from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
  `
  const decided = Object.values(decidedFunctions).flat()
  expect(decided.toSorted()).toEqual(rows.map((row) => row.proname).toSorted())
})

describe.each(Object.entries(decidedTables))('the table %s', (table, decided) => {
  const cells = verbs.flatMap((verb) =>
    (Object.keys(actors) as Actor[]).map((actor) => ({
      table,
      verb,
      actor,
      decision: decisionFor(actor, decided)[verb],
    })),
  )

  test.for(cells)(
    'the table $table is $decision to a $actor who tries to $verb',
    { tags: ['abuse-10'] },
    async ({ verb, actor, decision }) => {
      await writeSample(table, decided)
      const before = await stored(table)
      const outcome = await attempt(actors[actor], verb, table, decided)
      expect(verdict(actor, verb, outcome)).toBe(decision satisfies AccessDecision)
      const changed = (await stored(table)) !== before
      expect(changed).toBe(decision === 'open' && verb !== 'select')
    },
  )

  test(
    'a table is changed by PUT only for roles that may upsert into it',
    { tags: ['abuse-10'] },
    async () => {
      await writeSample(table, decided)
      const [before, row] = [await stored(table), await findRow(table)]
      const [primary] = await sql<{ columns: string[] }[]>`
        select array_agg(a.attname::text) as columns
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisprimary and i.indrelid = ${`public.${table}`}::regclass`
      const key = Object.fromEntries((primary?.columns ?? []).map((name) => [name, row[name]]))
      for (const actor of Object.keys(actors) as Actor[]) {
        if (decisionFor(actor, decided).upsert === 'open') continue
        const request = actors[actor]
          .from(table)
          .upsert({ ...row, ...decided.change })
          .match(key)
        Reflect.set(request, 'method', 'PUT')
        const { status, error } = await request
        expect({ actor, status, code: error?.code, isRefused: status >= 400 }).toMatchObject({
          isRefused: true,
        })
        expect(await stored(table)).toBe(before)
      }
    },
  )

  test(
    'a table is written by the service role exactly when that was granted',
    { tags: ['abuse-10'] },
    async () => {
      await writeSample(table, decided)
      const [granted] = await sql`
      select has_table_privilege('service_role', ${`public.${table}`}, 'insert') as insert`
      const { code } = await attempt(shop.secret, 'insert', table, decided)
      expect(code === '42501').toBe(!granted?.insert)
    },
  )

  test.for([
    ['an expired token', expired, 'PGRST303'],
    ['a forged token', forged, 'PGRST301'],
    ['no key', keyless, undefined],
  ] as const)(
    'a table is closed to everyone with %s',
    { tags: ['abuse-10'] },
    async ([, client, code]) => {
      await writeSample(table, decided)
      const before = await stored(table)
      for (const verb of verbs) {
        const outcome = await attempt(client, verb, table, decided)
        expect(outcome).toMatchObject({ status: 401, code })
      }
      expect(await stored(table)).toBe(before)
    },
  )
})

interface Callable {
  name: string
  args: Record<string, null>
}

async function callables(): Promise<Callable[]> {
  const rows = await sql`
    select proname as name, coalesce(proargnames[1:pronargs], '{}') as names from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
  `
  return rows.map((row) => ({
    name: row.name,
    args: Object.fromEntries(row.names.map((name: string) => [name, null])),
  }))
}

test.for(await callables())(
  'the function $name is open exactly to the callers decided for it',
  { tags: ['abuse-10'] },
  async ({ name, args }) => {
    const isOpen = {
      stranger: decidedFunctions.everyone.includes(name),
      person: [
        ...decidedFunctions.everyone,
        ...decidedFunctions.people,
        ...decidedFunctions.desk,
      ].includes(name),
    }
    for (const actor of ['stranger', 'person'] as const) {
      const { error, status } = await actors[actor].rpc(name, args)
      const outcome = { status, code: error?.code, rows: null }
      expect(verdict(actor, 'call', outcome) !== 'refused').toBe(isOpen[actor])
    }
    // A function that signed-in users may not call is closed to staff as well. The desk's own functions are tested in
    // tests/desk/matrix.test.ts.
    for (const actor of isOpen.person ? [] : team) {
      const { error, status } = await actors[actor].rpc(name, args)
      expect({ status, code: error?.code }).toEqual({ status: 403, code: '42501' })
    }
    for (const client of [expired, forged, keyless])
      expect((await client.rpc(name, args)).status).toBe(401)
    const [rights] = await sql`
    select bool_or(has_function_privilege('service_role', oid, 'execute')) as server from pg_proc
    where pronamespace = 'public'::regnamespace and proname = ${name}
  `
    expect(rights?.server).toBe(!decidedFunctions.inside.includes(name))
  },
)

test('tables of other schemas are out of reach of the API', { tags: ['abuse-12'] }, async () => {
  const url = `${shop.siteUrl.origin}/rest/v1`
  const headers = { apikey: shop.keys.publishable }
  for (const table of [
    'users',
    'sessions',
    'refresh_tokens',
    'pg_roles',
    'pg_authid',
    'schema_migrations',
  ]) {
    const plain = await shop.backend.fetch(`${url}/${table}`, { headers })
    expect(plain.status).toBe(404)
    for (const schema of [
      'auth',
      'pg_catalog',
      'information_schema',
      'supabase_migrations',
      'public, auth',
    ]) {
      const profiled = await shop.backend.fetch(`${url}/${table}`, {
        headers: { ...headers, 'accept-profile': schema },
      })
      expect(profiled.status).toBe(406)
      const written = await shop.backend.fetch(`${url}/${table}`, {
        method: 'POST',
        headers: { ...headers, 'content-profile': schema, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(written.status).toBe(406)
    }
  }
  for (const select of ['*,users(*)', '*,auth.users(*)', '*,user_id(*)']) {
    const embedded = await person.client.from('carts').select(select)
    expect(embedded.status).toBe(400)
  }
})
