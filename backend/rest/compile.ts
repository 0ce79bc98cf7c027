import { isObject } from '../read-json.ts'
import { ApiError } from '../wire.ts'
import { formType, jsonType, objectOf, readBody, rowsOf, textOf } from './body.ts'
import { badRequest } from './errors.ts'
import type { ParsedQuery, ReadNode } from './query/ast.ts'
import { holdToCeilings } from './query/ceilings.ts'
import { parseQuery } from './query/query.ts'
import type { RestRequest } from './request.ts'
import type { DatabaseFunction, DatabaseSettings, Schema, Table } from './schema/schema.ts'
import { answerSql, type BodyShape } from './sql/answer.ts'
import { type Build, nameSql } from './sql/build.ts'
import { type Arguments, callSql, findFunction, takesBody } from './sql/call.ts'
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
  /** Asks PostgreSQL how many rows it expects; null: nobody wants to know. */
  estimate: { text: string; values: string[] } | null
  readOnly: boolean
  offset: number
  returning: Returning
  /** The function called gives nothing back. */
  isVoid: boolean
  /** The answer may hold many rows, so that asking for a single one can fail. */
  isMany: boolean
}

/** What there is, and what may be asked of it. */
export interface Rules {
  schema: Schema
  settings: DatabaseSettings
  maxRows: number
  /** Whether the ceilings of those who are not the project's own server hold. */
  isBounded: boolean
}

const usual = {
  estimate: null,
  readOnly: false,
  offset: 0,
  returning: 'rows',
  isVoid: false,
  isMany: true,
} as const

/** @throws ApiError for what the request may not, or cannot, ask */
export function compile(request: RestRequest, rules: Rules): Compiled {
  const compiled = compileIn(newBuild(rules), request, rules)
  return request.accepted.plan === null ? compiled : explained(compiled, request.accepted.plan)
}

function newBuild({ schema, isBounded, maxRows }: Rules): Build {
  return { schema, isBounded, maxRows, values: [], aliases: 0 }
}

function explained(
  compiled: Compiled,
  { format, options }: NonNullable<RestRequest['accepted']['plan']>,
): Compiled {
  const wanted = [`format ${format}`, ...options].join(', ')
  return { ...compiled, text: `explain (${wanted}) ${compiled.text}`, estimate: null }
}

function compileIn(build: Build, request: RestRequest, rules: Rules): Compiled {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (request.kind === 'function') return compileCall(build, request, rules, isReading)
  const { schema } = rules
  const table = schema.tables.get(request.name)
  if (table === undefined) {
    const message = `Could not find the table '${schema.name}.${request.name}' in the schema cache`
    throw new ApiError(404, 'PGRST205', message)
  }
  const query = parse(rules, request, null)
  return isReading
    ? compileRead(build, request, rules, table, query.root)
    : compileChange(build, request, table, query)
}

function parse(
  { isBounded, settings }: Rules,
  request: RestRequest,
  argNames: ReadonlySet<string> | null,
): ParsedQuery {
  const query = parseQuery(request.query, argNames)
  const { root } = query
  if (!settings.db_aggregates_enabled && hasAggregates(root))
    throw badRequest('PGRST123', 'Use of aggregate functions is not allowed')
  if (isBounded) holdToCeilings(root)
  if (request.range !== null && root.limit === null && root.offset === 0)
    Object.assign(root, request.range)
  return query
}

function hasAggregates({ items }: ReadNode): boolean {
  return items.some((item) =>
    item.kind === 'embed' ? hasAggregates(item.node) : item.kind === 'aggregate',
  )
}

function shapeOf({ method, accepted: { form, stripNulls } }: RestRequest): BodyShape {
  if (method === 'HEAD') return { form: 'none', stripNulls }
  return { form: form === 'object' ? 'first' : form, stripNulls }
}

function compileRead(
  build: Build,
  request: RestRequest,
  rules: Rules,
  table: Table,
  node: ReadNode,
): Compiled {
  const { count } = request.preferences
  const { rows, all } = readSql(build, nameSql(table), table, node)
  // An estimate is asked for where counting would take long: beyond the rows that an answer may have.
  const counted = count === 'estimated' ? `${all} limit ${rules.maxRows + 1}` : all
  const total = count === undefined || count === 'planned' ? {} : { total: countSql(counted) }
  const text = answerSql(build, rows, shapeOf(request), total)
  const estimate =
    count === 'planned' || count === 'estimated' ? estimateOf(rules, table, node) : null
  return {
    ...usual,
    kind: 'read',
    text,
    values: build.values,
    estimate,
    readOnly: true,
    offset: node.offset,
  }
}

function estimateOf(rules: Rules, table: Table, node: ReadNode): Compiled['estimate'] {
  const build = newBuild(rules)
  const { all } = readSql(build, nameSql(table), table, {
    ...node,
    order: [],
    items: node.items.filter(({ kind }) => kind === 'embed'),
  })
  return { text: `explain (format json) ${all}`, values: build.values }
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
  const isKeys = kind === 'insert' && returning === 'key' && table.primaryKey.length > 0
  const shape: BodyShape = isKeys ? { form: 'array', stripNulls: false } : shapeOf(request)
  const text = changeSql(
    build,
    change,
    query.root,
    isKeys || returning === 'rows' ? returning : 'nothing',
    shape,
  )
  return { ...usual, kind, text, values: build.values, returning }
}

function changeOf(
  build: Build,
  { method, body, preferences }: RestRequest,
  table: Table,
  query: ParsedQuery,
): ['insert' | 'update' | 'delete', Change] {
  if (method === 'DELETE') return ['delete', deleteSql(build, table, query)]
  const json = readBody(body)
  if (method === 'PATCH') {
    const changes = objectOf(json, query.columns)
    if (changes.keys.length === 0) throw badRequest('PGRST102', 'There is nothing to change')
    return ['update', updateSql(build, table, changes, query)]
  }
  const { resolution, missing } = preferences
  const wish = { resolution, missingIsDefault: missing === 'default' }
  return ['insert', insertSql(build, table, rowsOf(json, query.columns), query, wish)]
}

function compileCall(
  build: Build,
  request: RestRequest,
  rules: Rules,
  isReading: boolean,
): Compiled {
  const candidates = build.schema.functions.get(request.name) ?? []
  const names = candidates.flatMap(({ args }) => args.map(({ name }) => name))
  const query = parse(rules, request, isReading ? new Set(names) : null)
  const { called, args } = isReading
    ? callByQuery(build.schema, request.name, query.args)
    : callByBody(build.schema, request, query)
  const wantsCount = request.preferences.count !== undefined
  return {
    ...usual,
    kind: 'call',
    text: callSql(build, { called, args }, query, shapeOf(request), wantsCount),
    values: build.values,
    readOnly: isReading || !called.volatile,
    offset: query.root.offset,
    isVoid: called.returns === 'void',
    isMany: called.returnsSet,
  }
}

interface Chosen {
  called: DatabaseFunction
  args: Arguments
}

function callByQuery(schema: Schema, name: string, args: ParsedQuery['args']): Chosen {
  const values = new Map<string, string[]>()
  for (const [arg, value] of args) values.set(arg, [...(values.get(arg) ?? []), value])
  return {
    called: findFunction(schema, name, [...values.keys()], null),
    args: { kind: 'values', values },
  }
}

function callByBody(schema: Schema, { name, body }: RestRequest, { columns }: ParsedQuery): Chosen {
  if (body.type === formType)
    return callByQuery(schema, name, [...new URLSearchParams(textOf(body))])
  if (body.type !== jsonType) {
    const called = findFunction(schema, name, [], body.type)
    return { called, args: { kind: 'body', text: textOf(body) } }
  }
  const json = readBody(body)
  const names = columns ?? (isObject(json.value) ? Object.keys(json.value) : [])
  const called = findFunction(schema, name, names, body.type)
  if (takesBody(called)) return { called, args: { kind: 'body', text: json.text } }
  return { called, args: { kind: 'json', text: objectOf(json, columns).text, names } }
}
