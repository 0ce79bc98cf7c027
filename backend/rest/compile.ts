import { ApiError } from '../wire.ts'
import { objectOf, rowsOf } from './body.ts'
import { badRequest } from './errors.ts'
import type { ParsedQuery } from './query/ast.ts'
import { holdToCeilings } from './query/ceilings.ts'
import { parseQuery } from './query/query.ts'
import type { RestRequest } from './request.ts'
import type { Schema, Table } from './schema/schema.ts'
import { answerSql, type BodyShape } from './sql/answer.ts'
import { tableSql, type Build } from './sql/build.ts'
import { type Call, callSql, findFunction, takesWholeBody } from './sql/call.ts'
import { countSql, readSql } from './sql/read.ts'
import {
  type Change,
  changeSql,
  deleteSql,
  insertSql,
  type Returning,
  updateSql,
} from './sql/write.ts'

/** A request as a statement, and what its answer needs to know. */
export interface Compiled {
  kind: 'read' | 'insert' | 'update' | 'delete' | 'call'
  text: string
  values: string[]
  readOnly: boolean
  offset: number
  returning: Returning
  /** The function called gives nothing back. */
  isVoid: boolean
  /** The answer may hold many rows, so that asking for a single one can fail. */
  isMany: boolean
}

const usual = {
  readOnly: false,
  offset: 0,
  returning: 'rows',
  isVoid: false,
  isMany: true,
} as const

/**
 * @param isBounded whether the ceilings of those who are not the project's own server hold
 * @throws ApiError for what the request may not, or cannot, ask
 */
export function compile(request: RestRequest, schema: Schema, isBounded: boolean): Compiled {
  const build: Build = { schema, isBounded, values: [], aliases: 0 }
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (request.kind === 'function') return compileCall(build, request, isReading)
  const table = schema.tables.get(request.name)
  if (table === undefined) {
    const message = `Could not find the table 'public.${request.name}' in the schema cache`
    throw new ApiError(404, 'PGRST205', message)
  }
  const query = parse(build, request, null)
  if (!isReading) return compileChange(build, request, table, query)
  const { rows, all } = readSql(build, tableSql(table), table, query.root)
  const total = wantsCount(request) ? { total: countSql(all) } : {}
  const text = answerSql(build, rows, shapeOf(request), total)
  const { offset } = query.root
  return { ...usual, kind: 'read', text, values: build.values, readOnly: true, offset }
}

function parse(
  build: Build,
  request: RestRequest,
  argNames: ReadonlySet<string> | null,
): ParsedQuery {
  const query = parseQuery(request.query, argNames)
  const { root } = query
  if (build.isBounded) holdToCeilings(root)
  if (request.range !== null && root.limit === null && root.offset === 0)
    Object.assign(root, request.range)
  return query
}

function wantsCount({ preferences }: RestRequest): boolean {
  return preferences.count !== undefined
}

function shapeOf({ method, accepted: { form, stripNulls } }: RestRequest): BodyShape {
  if (method === 'HEAD') return { form: 'none', stripNulls }
  return { form: form === 'object' ? 'first' : 'array', stripNulls }
}

function compileChange(
  build: Build,
  request: RestRequest,
  table: Table,
  query: ParsedQuery,
): Compiled {
  const { return: wanted } = request.preferences
  const returning =
    wanted === 'representation' ? 'rows' : wanted === 'headers-only' ? 'key' : 'nothing'
  const [kind, change] = changeOf(build, request, table, query)
  const isKeys = kind === 'insert' && returning === 'key'
  const shape: BodyShape = isKeys ? { form: 'array', stripNulls: false } : shapeOf(request)
  const text = changeSql(build, change, query.root, returning, shape)
  return { ...usual, kind, text, values: build.values, returning }
}

function changeOf(
  build: Build,
  { method, body, preferences }: RestRequest,
  table: Table,
  query: ParsedQuery,
): ['insert' | 'update' | 'delete', Change] {
  if (method === 'DELETE') return ['delete', deleteSql(build, table, query)]
  if (method === 'PATCH') {
    const changes = objectOf(body, query.columns)
    if (changes.keys.length === 0) throw badRequest('PGRST102', 'There is nothing to change')
    return ['update', updateSql(build, table, changes, query)]
  }
  const { resolution, missing } = preferences
  const wish = { resolution, missingIsDefault: missing === 'default' }
  return ['insert', insertSql(build, table, rowsOf(body, query.columns), query, wish)]
}

function compileCall(build: Build, request: RestRequest, isReading: boolean): Compiled {
  const candidates = build.schema.functions.get(request.name) ?? []
  const names = candidates.flatMap(({ args }) => args.map((arg) => arg.name))
  const query = parse(build, request, isReading ? new Set(names) : null)
  const call = isReading
    ? callByQuery(build.schema, request, query)
    : callByBody(build.schema, request)
  const { called } = call
  return {
    ...usual,
    kind: 'call',
    text: callSql(build, call, query, shapeOf(request), wantsCount(request)),
    values: build.values,
    readOnly: isReading || !called.volatile,
    offset: query.root.offset,
    isVoid: called.returns === 'void',
    isMany: called.returnsSet,
  }
}

function callByQuery(schema: Schema, { name }: RestRequest, query: ParsedQuery): Call {
  const given = query.args.map(([arg]) => arg)
  const args = JSON.stringify(Object.fromEntries(query.args))
  return { called: findFunction(schema, name, given), given, args }
}

function callByBody(schema: Schema, { name, body }: RestRequest): Call {
  const [only, ...others] = schema.functions.get(name) ?? []
  if (only !== undefined && others.length === 0 && takesWholeBody(only))
    return { called: only, given: [], args: body.text }
  const { text, keys } = objectOf(body, null)
  return { called: findFunction(schema, name, keys), given: keys, args: text }
}
