import type { Build } from './build.ts'

/** The most bytes of JSON that a bounded answer, or any list within it, may have. */
const mostBytes = 2_000_000

/** How rows become the body. `none` is for HEAD and for changes whose rows are not wanted. */
export interface BodyShape {
  form: 'array' | 'first' | 'none'
  /** Leaves out keys whose value is null. */
  stripNulls: boolean
}

/** The one row that every statement answers with. */
export interface AnswerRow {
  body: string | null
  /** Rows in the body. */
  page: string
  /** Rows that match, without limit and offset; null: not asked for. */
  total: string | null
  /** What a function set with `set_config('response.headers' | 'response.status', …, true)`. */
  headers: string | null
  status: string | null
}

/**
 * Wraps a select into the statement that returns an `AnswerRow`.
 * @param value SQL over the row `_r` for functions that return single values; null: the whole row
 */
export function answerSql(
  build: Build,
  rows: string,
  shape: BodyShape,
  options: { with?: string; total?: string; value?: string } = {},
): string {
  const { list, from } =
    shape.form === 'none'
      ? { list: 'null::json', from: `(${rows}) as _r` }
      : listSql(build, rows, options.value)
  const columns = [
    `${bodySql(shape, list)} as body`,
    'count(*) as page',
    `${options.total ?? 'null::bigint'} as total`,
    `nullif(current_setting('response.headers', true), '') as headers`,
    `nullif(current_setting('response.status', true), '') as status`,
  ]
  return `${options.with ?? ''}select ${columns.join(', ')} from ${from}`
}

function bodySql(shape: BodyShape, list: string): string {
  if (shape.form === 'none') return 'null::text'
  const rows = shape.stripNulls ? `json_strip_nulls(${list})` : list
  return shape.form === 'first' ? `(${rows} -> 0)::text` : `coalesce(${rows}, '[]')::text`
}

/**
 * Rows as a JSON list, null for none: `list` is an aggregate over what stands after `from`. Where answers are bounded
 * their bytes are summed up row by row, and the statement ends at the first that goes past the ceiling, before more of
 * it is held in memory.
 * @param value SQL over the row `_r` for what stands in the list; null: the whole row
 */
export function listSql(
  build: Build,
  rows: string,
  value: string | null = null,
): { list: string; from: string } {
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
