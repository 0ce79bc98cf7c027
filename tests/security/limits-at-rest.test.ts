import { afterAll, expect, test } from 'vitest'
import type { TransactionSql } from '../../packages/embedded-supabase/src/database/sql.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())

const refusals = {
  'public.rate_limits': (tx: TransactionSql, key: string) => tx<{ wait: number }[]>`
    select public.consume_rate_limit(${key}, 1, 2, 60000) as wait`,
  'auth.rate_limits': (tx: TransactionSql, key: string) => tx<{ wait: number }[]>`
    select auth.consume_attempt(${key}, 2, 60000, now()) as wait`,
}

/**
 * Counts one attempt, and fails when the database would have to wait for another transaction. Returns the wait in ms
 * until the next attempt is allowed.
 */
async function take(table: keyof typeof refusals): Promise<number> {
  return shop.database.sql.begin(async (tx) => {
    await tx`set local lock_timeout = '100ms'`
    const [row] = await refusals[table](tx, 'a key')
    return row?.wait ?? -1
  })
}

test.each(['public.rate_limits', 'auth.rate_limits'] as const)(
  'a refusal by %s writes nothing and does not wait for a lock',
  { tags: ['abuse-32'] },
  async (table) => {
    expect([await take(table), await take(table)]).toEqual([0, 0])
    const versions = () =>
      shop.database.sql.unsafe(`select ctid::text from ${table} where key = 'a key'`)
    const before = await versions()
    await shop.database.sql.begin(async (tx) => {
      await tx.unsafe(`select from ${table} where key = 'a key' for update`)
      expect(await take(table)).toBeGreaterThan(0)
    })
    expect(await versions()).toEqual(before)
  },
)
