import type { Queryable } from '../../packages/embedded-supabase/src/database/sql.ts'

/** Inserts a row, unless it conflicts with an existing one. Columns that are missing in `row` get their defaults. */
export async function insertRow(sql: Queryable, table: string, row: object): Promise<void> {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')
  await sql.unsafe(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)
    on conflict do nothing`,
    [sql.json(row)],
  )
}
