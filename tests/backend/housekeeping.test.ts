import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, startTestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startTestDatabase()
})

afterAll(() => database.stop())

test('old counters, letters and guest carts go, young ones and waiting letters stay', async () => {
  const { sql } = database
  await sql`insert into rate_limits (key, window_started_at, attempts) values ('old', now() - interval '2 days', 1), ('new', now(), 1)`
  await sql`
    insert into outbox (template, recipient, sent_at, created_at) values
      ('welcome_email', 'old@example.com', now() - interval '31 days', now() - interval '31 days'),
      ('welcome_email', 'new@example.com', now(), now()),
      ('welcome_email', 'waiting@example.com', null, now() - interval '60 days')`
  await sql`insert into guest_carts (updated_at) values (now() - interval '91 days'), (now())`

  const [answer] = await sql`select tidy_up() as removed`

  expect(answer?.removed).toEqual({ counters: 1, letters: 1, carts: 1, events: 0 })
  expect(
    (await sql`select recipient from outbox order by recipient`).map((row) => row.recipient),
  ).toEqual(['new@example.com', 'waiting@example.com'])
})
