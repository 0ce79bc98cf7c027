import { objectOf, rowsOf } from './body.ts'
import { RestError } from './errors.ts'
import type { ParsedQuery } from './query/ast.ts'
import { holdToCeilings } from './query/ceilings.ts'
import { parseQuery } from './query/query.ts'
import type { RestRequest } from './request.ts'
import type { DatabaseFunction, Schema, Table } from './schema/schema.ts'
import { answerSql, type BodyShape } from './sql/answer.ts'
import { createBuild, tableSql, type Build } from './sql/build.ts'
import { callSql, findFunction, takesWholeBody } from './sql/call.ts'
import { readSql } from './sql/read.ts'
import { deleteSql, insertSql, updateSql, type Returning } from './sql/write.ts'

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
  table: Table | null
}

/**
 * @param isBounded whether the ceilings of those who are not the project's own server hold
 * @throws RestError for what the request may not, or cannot, ask
 */
export function compile(request: RestRequest, schema: Schema, isBounded: boolean): Compiled {
  const build = createBuild(schema, isBounded)
  if (request.kind === 'function') return compileCall(build, request)
  const table = schema.tables.get(request.name)
  if (table === undefined) {
    throw new RestError(
      404,
      'PGRST205',
      `Could not find the table 'public.${request.name}' in the schema cache`,
    )
  }
  const query = parse(build, request, null)
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return compileRead(build, request, table, query)
    case 'POST':
      return compileInsert(build, request, table, query)
    case 'PATCH':
      return compileUpdate(build, request, table, query)
    case 'DELETE': {
      const returning = returningOf(request)
      const text = deleteSql(build, table, query, returning, shapeOf(request))
      return change('delete', build, text, returning, table)
    }
  }
}

function parse(
  build: Build,
  request: RestRequest,
  argNames: ReadonlySet<string> | null,
): ParsedQuery {
  const query = parseQuery(request.query, argNames)
  if (build.isBounded) holdToCeilings(query)
  const { root } = query
  if (request.range !== null && root.limit === null && root.offset === 0) {
    root.limit = request.range.limit
    root.offset = request.range.offset
  }
  return query
}

function shapeOf(request: RestRequest): BodyShape {
  const { form, stripNulls } = request.accepted
  return {
    form: request.method === 'HEAD' ? 'none' : form === 'object' ? 'first' : 'array',
    stripNulls,
  }
}

function returningOf(request: RestRequest): Returning {
  if (request.preferences.return === 'representation') return 'rows'
  return request.preferences.return === 'headers-only' ? 'key' : 'nothing'
}

function compileRead(
  build: Build,
  request: RestRequest,
  table: Table,
  query: ParsedQuery,
): Compiled {
  const { rows, all } = readSql(build, tableSql(table), table, query.root)
  const total = request.preferences.count === null ? {} : { total: countOf(all) }
  return {
    ...change('read', build, answerSql(build, rows, shapeOf(request), total), 'rows', table),
    readOnly: true,
    offset: query.root.offset,
  }
}

function countOf(all: string): string {
  return `(select count(*) from (${all}) as _all)`
}

function compileInsert(
  build: Build,
  request: RestRequest,
  table: Table,
  query: ParsedQuery,
): Compiled {
  const { text, keys } = rowsOf(request.body, query.columns)
  const returning = returningOf(request)
  const { resolution, missing } = request.preferences
  const wish = {
    columns: keys,
    duplicates:
      resolution === null
        ? null
        : resolution === 'merge-duplicates'
          ? ('merge' as const)
          : ('ignore' as const),
    onConflict: query.onConflict,
    missingIsDefault: missing === 'default',
  }
  const shape =
    returning === 'key' ? { form: 'array' as const, stripNulls: false } : shapeOf(request)
  return change(
    'insert',
    build,
    insertSql(build, table, query, wish, text, returning, shape),
    returning,
    table,
  )
}

function compileUpdate(
  build: Build,
  request: RestRequest,
  table: Table,
  query: ParsedQuery,
): Compiled {
  const { text, keys } = objectOf(request.body, query.columns)
  if (keys.length === 0) throw new RestError(400, 'PGRST102', 'There is nothing to change')
  const returning = returningOf(request)
  const statement = updateSql(build, table, query, keys, text, returning, shapeOf(request))
  return change('update', build, statement, returning, table)
}

function compileCall(build: Build, request: RestRequest): Compiled {
  const candidates = build.schema.functions.get(request.name) ?? []
  const reads = request.method !== 'POST'
  const argNames = reads
    ? new Set(candidates.flatMap((each) => each.args.map((arg) => arg.name)))
    : null
  const query = parse(build, request, argNames)
  const { called, given, args } = reads
    ? chooseByQuery(build.schema, request.name, query)
    : chooseByBody(build.schema, request, candidates)
  const countAll = request.preferences.count !== null
  const text = callSql(build, called, given, args, query, shapeOf(request), countAll)
  return {
    ...change('call', build, text, 'rows', null),
    readOnly: reads || !called.volatile,
    offset: query.root.offset,
    isVoid: called.returns === 'void',
    isMany: called.returnsSet,
  }
}

interface Call {
  called: DatabaseFunction
  given: string[]
  args: string
}

function chooseByQuery(schema: Schema, name: string, query: ParsedQuery): Call {
  const given = query.args.map(([arg]) => arg)
  return {
    called: findFunction(schema, name, given),
    given,
    args: JSON.stringify(Object.fromEntries(query.args)),
  }
}

function chooseByBody(
  schema: Schema,
  request: RestRequest,
  candidates: readonly DatabaseFunction[],
): Call {
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined && takesWholeBody(only)) {
    return { called: only, given: [], args: request.body.text }
  }
  const { text, keys } = objectOf(request.body, null)
  return { called: findFunction(schema, request.name, keys), given: keys, args: text }
}

function change(
  kind: Compiled['kind'],
  build: Build,
  text: string,
  returning: Returning,
  table: Table | null,
): Compiled {
  return {
    kind,
    text,
    values: build.values,
    readOnly: false,
    offset: 0,
    returning,
    isVoid: false,
    isMany: true,
    table,
  }
}
