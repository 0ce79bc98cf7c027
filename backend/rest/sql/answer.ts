import type { Build } from './build.ts'
import { listSql } from './list.ts'

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
