import type { SqlBuild } from './build.ts'

/** Maximum bytes of JSON in a bounded response, and in each list within it. */
const mostBytes = 2_000_000

/** The format of a response's body. `none` is for HEAD, and for changes whose rows are not requested. */
export interface BodyShape {
  form: 'array' | 'first' | 'csv' | 'none'
  /** Omits keys whose value is null. */
  stripNulls: boolean
}

/** The single row that every statement returns. */
export interface ResponseRow {
  body: string | null
  /** The number of rows in the body. */
  page: string
  /** The number of matching rows without limit and offset; null when it is not requested. */
  total: string | null
  /** Values of the settings `response.headers` and `response.status`, which functions may set with `set_config(…, true)`. */
  headers: string | null
  status: string | null
  /** The number of rows that an upsert has updated instead of inserted. */
  updated?: string | null
}

interface Around {
  with?: string
  total?: string | undefined
  /** SQL for the value of the row `_r`, for functions that return single values; by default the whole row. */
  value?: string | undefined
  /** True when the statement cannot return more than one row, such as a call of a function that returns no set. */
  isOne?: boolean
  isUpsert?: boolean
}

/** Returns the statement that turns the rows of a select into a `ResponseRow`. */
export function responseSql(
  build: SqlBuild,
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

/** Returns SQL for a setting of the transaction; its value is null when the setting is empty. */
export function settingSql(name: 'response.headers' | 'response.status' | 'rest.updated'): string {
  return `nullif(current_setting('${name}', true), '')`
}

interface Body {
  /** SQL of an aggregate, which is selected from `from`. */
  body: string
  from: string
}

function bodySql(
  build: SqlBuild,
  rows: string,
  shape: BodyShape,
  value: string | undefined,
  isOne: boolean,
): Body {
  if (shape.form === 'none') return { body: 'null::text', from: `(${rows}) as _r` }
  if (shape.form === 'csv') return csvSql(build, rows)
  const { list, from } = jsonArraySql(build, rows, value, isOne)
  const json = shape.stripNulls ? `json_strip_nulls(${list})` : list
  const body = shape.form === 'first' ? `(${json} -> 0)::text` : `coalesce(${json}, '[]')::text`
  return { body, from }
}

/**
 * Returns SQL for rows as a JSON array, which is null without rows: `list` is an aggregate over `from`. For bounded responses it
 * adds up the bytes row by row, and the statement fails at the first row that exceeds the limit, so that PostgreSQL never holds
 * more in memory.
 * @param value SQL for an item of the array from the row `_r`; by default the whole row
 * @param isOne true when `rows` cannot return more than one row
 */
export function jsonArraySql(
  build: SqlBuild,
  rows: string,
  value?: string,
  isOne = false,
): { list: string; from: string } {
  if (!build.isBounded) return { list: `json_agg(${value ?? '_r.*'})`, from: `(${rows}) as _r` }
  const json = value === undefined ? 'row_to_json(_r.*)' : `to_json(${value})`
  return { list: `json_agg(${boundedSql('_b.v')})`, from: summedSql(`${json} as v`, rows, isOne) }
}

/** Returns SQL for rows with a value `v` and a running total of bytes. A single row needs no running total. */
function summedSql(columns: string, rows: string, isOne = false): string {
  // `offset 0` keeps PostgreSQL from computing each row's value twice.
  const each = `select ${columns} from (${rows}) as _r offset 0`
  const bytes = isOne
    ? 'pg_column_size(v)'
    : 'sum(pg_column_size(v)) over (rows unbounded preceding)'
  return `(select *, ${bytes} as bytes from (${each}) as _v) as _b`
}

function boundedSql(value: string, refused = 'rest.refuse_answer()'): string {
  return `case when _b.bytes > ${mostBytes} then ${refused} else ${value} end`
}

/** PostgreSQL's text of a row is CSV in parentheses, with each backslash doubled. */
const line = String.raw`replace(substr(_r::text, 2, length(_r::text) - 2), '\\', '\')`
const cell = `case when k ~ '[",\\r\\n]' then '"' || replace(k, '"', '""') || '"' else k end`
const header = `case when row_number() over () = 1 then (select string_agg(${cell}, ',') from json_object_keys(row_to_json(_r.*)) as _k (k)) end`

function csvSql(build: SqlBuild, rows: string): Body {
  const value = build.isBounded ? boundedSql('_b.v', 'rest.refuse_answer()::text') : '_b.v'
  return {
    body: `coalesce(max(_b.h), '') || chr(10) || coalesce(string_agg(${value}, chr(10)), '')`,
    from: summedSql(`${line} as v, ${header} as h`, rows),
  }
}
