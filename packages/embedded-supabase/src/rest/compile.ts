import { isObject } from '../core/read-json.ts'
import {
  formType,
  jsonType,
  parseObject,
  readJsonBody,
  parseInsertedRows,
  toDatabaseText,
} from './lib/body.ts'
import { createBadRequestError } from './lib/errors.ts'
import type { EmbedItem, ParsedQuery, ReadNode } from './query/ast.ts'
import { checkQueryCeilings } from './query/ceilings.ts'
import { parseQuery } from './query/query.ts'
import { formatContentLocation } from './content-location.ts'
import { getMaxAffected, type RequestKind } from './preferences.ts'
import type { RestRequest } from './request.ts'
import { findTable } from './schema/find-table.ts'
import type { Schema, Table } from './schema/schema.ts'
import { responseSql, type BodyShape } from './sql/response.ts'
import { type SqlBuild, qualifiedNameSql, createAlias, type CompileOptions } from './sql/build.ts'
import {
  type FunctionCall,
  callSql,
  findFunction,
  getArgumentNames,
  takesWholeBody,
} from './sql/call.ts'
import { countSql, readsOnlyTables, readSql } from './sql/read.ts'
import {
  type TableChange,
  changeSql,
  deleteSql,
  insertSql,
  putSql,
  type ReturnedResult,
  type ChangeTarget,
  updateSql,
} from './sql/write.ts'

/** A request compiled to an SQL statement, with the facts that its response needs. */
export interface CompiledRequest {
  kind: RequestKind
  text: string
  values: string[]
  /** A statement that returns PostgreSQL's estimate of the number of rows; null when no estimate is requested. */
  estimate: { text: string; values: string[] } | null
  readOnly: boolean
  offset: number
  returning: ReturnedResult
  /** The value of the `Content-Location` header; null for no header. */
  contentLocation: string | null
  /** True when the called function returns void. */
  isVoid: boolean
  /** True when the result may have several rows, so that a request for a single object can fail. */
  isMany: boolean
  /** True when the statement only reads tables in `sharedTables`, whose rows all anonymous callers see alike. */
  isAlike: boolean
  /** True when the first value is the text of the request's body, and the rest of the statement only depends on the keys in it. */
  isOfBody: boolean
}

const usual = {
  estimate: null,
  readOnly: false,
  offset: 0,
  returning: 'rows',
  contentLocation: null,
  isVoid: false,
  isMany: true,
  isAlike: false,
  isOfBody: false,
} as const

/** Compiles a request to SQL. @throws ApiError for a request that is invalid or not allowed */
export function compileRequest(request: RestRequest, rules: CompileOptions): CompiledRequest {
  const compiled = compileAny(newBuild(rules), request)
  const { plan } = request.accepted
  if (plan === null) return compiled
  const options = [`format ${plan.format}`, ...plan.options].join(', ')
  return { ...compiled, text: `explain (${options}) ${compiled.text}`, estimate: null }
}

function newBuild(rules: CompileOptions): SqlBuild {
  return { ...rules, values: [], aliases: 0 }
}

function compileAny(build: SqlBuild, request: RestRequest): CompiledRequest {
  if (request.kind === 'function') return compileCall(build, request)
  const table = findTable(build.schema, request.name)
  const query = parse(build, request, null)
  return request.isReading
    ? compileRead(build, request, table, query.root)
    : compileChange(build, request, table, query)
}

function parse(
  { isBounded, settings }: CompileOptions,
  { query: text, range }: RestRequest,
  argNames: ReadonlySet<string> | null,
): ParsedQuery {
  const query = parseQuery(text, argNames)
  const { root } = query
  if (!settings.db_aggregates_enabled && hasAggregates(root))
    throw createBadRequestError('PGRST123', 'Use of aggregate functions is not allowed')
  if (isBounded) checkQueryCeilings(root)
  if (range !== null && root.limit === null && root.offset === 0) Object.assign(root, range)
  return query
}

function hasAggregates({ items }: ReadNode): boolean {
  return items.some((item) =>
    item.kind === 'embed'
      ? hasAggregates(item.node)
      : item.kind === 'column' && item.aggregate !== null,
  )
}

function shapeOf({ method, accepted: { form, stripNulls } }: RestRequest): BodyShape {
  if (method === 'HEAD') return { form: 'none', stripNulls }
  return { form: form === 'object' ? 'first' : form, stripNulls }
}

function compileRead(
  build: SqlBuild,
  request: RestRequest,
  table: Table,
  node: ReadNode,
): CompiledRequest {
  const { count } = request.preferences
  const { rows, all, needed } = readSql(build, qualifiedNameSql(table), table, node)
  // `count=estimated` only counts up to one row more than a response may have, because counting more takes long; then the estimate
  // is used.
  const counted = count === 'estimated' ? `${all} limit ${build.maxRows + 1}` : all
  const isCounted = count === 'exact' || count === 'estimated'
  return {
    ...usual,
    kind: 'read',
    text: responseSql(build, rows, shapeOf(request), {
      total: isCounted ? countSql(counted) : undefined,
    }),
    values: build.values,
    estimate:
      count === 'planned' || count === 'estimated' ? estimateOf(build, table, node, needed) : null,
    readOnly: true,
    offset: node.offset,
    contentLocation: formatContentLocation(request),
    isAlike: readsOnlyTables(build.sharedTables, build, table, node),
  }
}

/**
 * Returns the statement for an estimate. It only contains the parts that determine which rows match, because PostgreSQL refuses
 * parameters that a statement does not use.
 */
function estimateOf(
  rules: CompileOptions,
  table: Table,
  { conditions }: ReadNode,
  items: EmbedItem[],
): CompiledRequest['estimate'] {
  const build = newBuild(rules)
  const node: ReadNode = { items, conditions, order: [], limit: null, offset: 0 }
  const { all } = readSql(build, qualifiedNameSql(table), table, node)
  return { text: `explain (format json) ${all}`, values: build.values }
}

function compileChange(
  build: SqlBuild,
  request: RestRequest,
  table: Table,
  query: ParsedQuery,
): CompiledRequest {
  const target = { build, table, alias: createAlias(build), query }
  const change = changeOf(target, request)
  const { kind } = change
  const wanted = request.preferences.return
  const hasKey = kind === 'insert' && table.primaryKey.length > 0
  const returning =
    wanted === 'representation' ? 'rows' : wanted === 'headers-only' && hasKey ? 'key' : 'nothing'
  const shape =
    returning === 'rows'
      ? shapeOf(request)
      : ({ form: returning === 'key' ? 'array' : 'none', stripNulls: false } as const)
  const text = changeSql(target, change, returning, shape)
  return { ...usual, kind, text, values: build.values, returning }
}

function changeOf(target: ChangeTarget, { method, body, preferences }: RestRequest): TableChange {
  if (method === 'DELETE') return deleteSql(target)
  const { columns } = target.query
  const json = readJsonBody(body)
  if (method === 'POST') return insertSql(target, parseInsertedRows(json, columns), preferences)
  if (method === 'PUT') return putSql(target, parseInsertedRows(json, null))
  return updateSql(target, parseObject(json, columns))
}

function compileCall(build: SqlBuild, request: RestRequest): CompiledRequest {
  const { schema } = build
  const { name, isReading } = request
  const query = parse(build, request, isReading ? getArgumentNames(schema, name) : null)
  const call = isReading
    ? callByQuery(schema, name, query.args)
    : callByBody(schema, request, query.columns)
  const { called, args } = call
  const isCapped = getMaxAffected(request.preferences, 'call') !== null
  if (isCapped && !called.returnsSet)
    throw createBadRequestError(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  const wantsCount = request.preferences.count !== undefined
  return {
    ...usual,
    kind: 'call',
    isOfBody: args.kind === 'body' || (args.kind === 'json' && args.names.length > 0),
    text: callSql(build, call, query, shapeOf(request), wantsCount),
    values: build.values,
    readOnly: isReading || !called.volatile,
    offset: query.root.offset,
    isVoid: called.returns === 'void',
    isMany: called.returnsSet,
  }
}

function callByQuery(schema: Schema, name: string, args: ParsedQuery['args']): FunctionCall {
  const values = new Map<string, string[]>()
  for (const [arg, value] of args) values.set(arg, [...(values.get(arg) ?? []), value])
  const called = findFunction(schema, name, [...values.keys()], null)
  return { called, args: { kind: 'values', values } }
}

function callByBody(
  schema: Schema,
  { name, body }: RestRequest,
  columns: ParsedQuery['columns'],
): FunctionCall {
  if (body.type === formType)
    return callByQuery(schema, name, [...new URLSearchParams(toDatabaseText(body))])
  if (body.type !== jsonType) {
    const called = findFunction(schema, name, [], body.type)
    return { called, args: { kind: 'body', text: toDatabaseText(body) } }
  }
  const json = readJsonBody(body)
  const names = columns ?? (isObject(json.value) ? Object.keys(json.value) : [])
  const called = findFunction(schema, name, names, body.type)
  if (takesWholeBody(called)) return { called, args: { kind: 'body', text: json.text } }
  return { called, args: { kind: 'json', text: parseObject(json, columns).text, names } }
}
