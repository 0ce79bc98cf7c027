import type { Build } from './build.ts'

/** The most bytes of JSON that a bounded answer, or any list within it, may have. */
const mostBytes = 2_000_000

/** The rows of a select as one JSON list: `list` is an aggregate over what stands after `from`. */
export interface ListSql {
  list: string
  from: string
}

/**
 * Rows as a JSON list, null for none. Where answers are bounded their bytes are summed up row by row, and the
 * statement ends at the first that goes past the ceiling, before more of it is held in memory.
 * @param value SQL over the row `_r` for what stands in the list; null: the whole row
 */
export function listSql(build: Build, rows: string, value: string | null = null): ListSql {
  if (!build.isBounded) return { list: `json_agg(${value ?? '_r.*'})`, from: `(${rows}) as _r` }
  const json = value === null ? 'row_to_json(_r.*)' : `to_json(${value})`
  // `offset 0` keeps PostgreSQL from making each row's JSON twice.
  const each = `select ${json} as v from (${rows}) as _r offset 0`
  const summed = `select v, sum(pg_column_size(v)) over (rows unbounded preceding) as bytes from (${each}) as _v`
  return {
    list: `json_agg(case when _b.bytes > ${mostBytes} then rest.refuse_answer() else _b.v end)`,
    from: `(${summed}) as _b`,
  }
}
