import type { Build } from './build.ts'

/** The most bytes of JSON that a bounded answer, or any list within it, may have. */
const mostBytes = 2_000_000

/** The form of the body. `none` is for HEAD and for changes whose rows are not wanted. */
export interface BodyShape {
  form: 'array' | 'first' | 'csv' | 'none'
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
  /** Values that a function has set with `set_config('response.headers' | 'response.status', …, true)`. */
  headers: string | null
  status: string | null
  /** The number of an upsert's rows that existed before. */
  updated?: string | null
}

interface Around {
  with?: string
  total?: string | undefined
  /** SQL over the row `_r` for functions that return single values; without it the whole row. */
  value?: string | undefined
  /** There is one row at most. */
  isOne?: boolean
  isUpsert?: boolean
}

/** Wraps a select into the statement that returns an `AnswerRow`. */
export function answerSql(
  build: Build,
  rows: string,
  shape: BodyShape,
  { with: before = '', total = 'null::bigint', value, isOne = false, isUpsert = false }: Around,
): string {
  const { body, from } = bodySql(build, rows, shape, value, isOne)
  const columns = [
    `${body} as body`,
    'count(*) as page',
    `${total} as total`,
    `${settingSql('response.headers')} as headers`,
    `${settingSql('response.status')} as status`,
    ...(isUpsert ? [`${settingSql('rest.updated')} as updated`] : []),
  ]
  return `${before}select ${columns.join(', ')} from ${from}`
}

/** Returns SQL for a setting of the transaction, which is null when the setting is empty. */
export function settingSql(name: 'response.headers' | 'response.status' | 'rest.updated'): string {
  return `nullif(current_setting('${name}', true), '')`
}

interface Body {
  /** An aggregate over the `from`. */
  body: string
  from: string
}

function bodySql(
  build: Build,
  rows: string,
  shape: BodyShape,
  value: string | undefined,
  isOne: boolean,
): Body {
  if (shape.form === 'none') return { body: 'null::text', from: `(${rows}) as _r` }
  if (shape.form === 'csv') return csvSql(build, rows)
  const { list, from } = listSql(build, rows, value, isOne)
  const json = shape.stripNulls ? `json_strip_nulls(${list})` : list
  const body = shape.form === 'first' ? `(${json} -> 0)::text` : `coalesce(${json}, '[]')::text`
  return { body, from }
}

/**
 * Returns SQL for rows as a JSON array, null when there are none: `list` is an aggregate over the `from`. Bounded responses sum
 * up their bytes row by row, and the statement ends at the first row that exceeds the limit, before more is held in memory.
 * @param value SQL over the row `_r` for an item of the array; defaults to the whole row
 * @param isOne true when there is one row at most
 */
export function listSql(
  build: Build,
  rows: string,
  value?: string,
  isOne = false,
): { list: string; from: string } {
  if (!build.isBounded) return { list: `json_agg(${value ?? '_r.*'})`, from: `(${rows}) as _r` }
  const json = value === undefined ? 'row_to_json(_r.*)' : `to_json(${value})`
  return { list: `json_agg(${boundedSql('_b.v')})`, from: summedSql(`${json} as v`, rows, isOne) }
}

/** Each row's `v` with the bytes up to its end, which of a single row are its own. */
function summedSql(columns: string, rows: string, isOne = false): string {
  // `offset 0` keeps PostgreSQL from making each row's value twice.
  const each = `select ${columns} from (${rows}) as _r offset 0`
  const bytes = isOne
    ? 'pg_column_size(v)'
    : 'sum(pg_column_size(v)) over (rows unbounded preceding)'
  return `(select *, ${bytes} as bytes from (${each}) as _v) as _b`
}

function boundedSql(value: string, refused = 'rest.refuse_answer()'): string {
  return `case when _b.bytes > ${mostBytes} then ${refused} else ${value} end`
}

/** A row as text is already CSV, in brackets and with each backslash twice. */
const line = String.raw`replace(substr(_r::text, 2, length(_r::text) - 2), '\\', '\')`
const cell = `case when k ~ '[",\\r\\n]' then '"' || replace(k, '"', '""') || '"' else k end`
const header = `case when row_number() over () = 1 then (select string_agg(${cell}, ',') from json_object_keys(row_to_json(_r.*)) as _k (k)) end`

function csvSql(build: Build, rows: string): Body {
  const value = build.isBounded ? boundedSql('_b.v', 'rest.refuse_answer()::text') : '_b.v'
  return {
    body: `coalesce(max(_b.h), '') || chr(10) || coalesce(string_agg(${value}, chr(10)), '')`,
    from: summedSql(`${line} as v, ${header} as h`, rows),
  }
}
