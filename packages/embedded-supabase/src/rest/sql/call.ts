import { ApiError } from '../../core/wire.ts'
import { jsonType } from '../lib/body.ts'
import type { ParsedQuery } from '../query/ast.ts'
import type { DatabaseFunction, FunctionArg, Schema } from '../schema/schema.ts'
import { responseSql, type BodyShape } from './response.ts'
import {
  arrayLiteral,
  qualifiedNameSql,
  addParameter,
  quoteName,
  recordSql,
  type SqlBuild,
} from './build.ts'
import { countSql, readSql } from './read.ts'

/**
 * Arguments of a function call: `values` are texts by name from a query string, `json` is an object with the arguments, and `body`
 * is passed whole to a single argument.
 */
export type CallArguments =
  | { kind: 'values'; values: ReadonlyMap<string, string[]> }
  | { kind: 'json'; text: string; names: string[] }
  | { kind: 'body'; text: string }

export interface FunctionCall {
  called: DatabaseFunction
  args: CallArguments
}

/** Types of a single unnamed argument that may receive the whole body, by content type. */
const wholeBody: Record<string, readonly string[]> = {
  [jsonType]: ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

/**
 * Finds the function whose arguments fit the given names: it has all of them, and requires no others. If there is none, finds the
 * function whose single argument receives the whole body.
 * @param bodyType content type of a POST; null for GET
 * @throws ApiError 404 PGRST202 when none fits, 300 PGRST203 when several do
 */
export function findFunction(
  schema: Schema,
  name: string,
  given: readonly string[],
  bodyType: string | null,
): DatabaseFunction {
  const all = schema.functions.get(name) ?? []
  const fitting = all.filter((each) => fits(each, given, bodyType))
  const found =
    fitting.length > 0
      ? fitting
      : all.filter((each) => takesWholeBody(each) && isTaken(each, bodyType))
  const [called] = found
  if (called === undefined) throw noFunction(`${schema.name}.${name}`, given, bodyType)
  if (found.length > 1) throw ambiguous(found)
  return called
}

/** Returns the argument names of all functions with this name. */
export function getArgumentNames({ functions }: Schema, name: string): ReadonlySet<string> {
  const args = (functions.get(name) ?? []).flatMap((each) => each.args)
  return new Set(args.map((arg) => arg.name))
}

function fits(
  { args }: DatabaseFunction,
  given: readonly string[],
  bodyType: string | null,
): boolean {
  if (args.length === 0) return given.length === 0 && (bodyType === null || bodyType === jsonType)
  return (
    given.every((each) => args.some(({ name }) => name === each)) &&
    args.every(({ name, required }) => !required || given.includes(name))
  )
}

/** Returns true when the function has a single argument without a name. */
export function takesWholeBody({ args: [only, ...others] }: DatabaseFunction): boolean {
  return only?.name === '' && others.length === 0
}

function isTaken({ args: [only] }: DatabaseFunction, bodyType: string | null): boolean {
  return only !== undefined && wholeBody[bodyType ?? '']?.includes(only.type) === true
}

function noFunction(name: string, given: readonly string[], bodyType: string | null): ApiError {
  const list = given.toSorted().join(', ')
  const isNone = given.length === 0
  const names = isNone
    ? ' without parameters'
    : ` with ${given.length > 1 ? 'parameters' : 'parameter'} ${list}`
  const single = ` with a single unnamed ${wholeBody[bodyType ?? '']?.join('/') ?? ''} parameter`
  const isNamed = bodyType === null || bodyType === jsonType
  const words = bodyType === null ? names : isNamed ? `${names} or${single}` : single
  const called = !isNamed ? '' : isNone ? ' without parameters' : `(${list})`
  const message = `Could not find the function ${name}${called} in the schema cache`
  const details = `Searched for the function ${name}${words}, but no matches were found in the schema cache.`
  return new ApiError(404, 'PGRST202', message, { details })
}

function ambiguous(found: DatabaseFunction[]): ApiError {
  const list = found.map(({ schema, name, args }) => {
    const all = args.map((arg) => `${arg.name} => ${arg.type}`).join(', ')
    return `${schema}.${name}(${all})`
  })
  const message = `Could not choose the best candidate function between: ${list.join(', ')}`
  const hint =
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved'
  return new ApiError(300, 'PGRST203', message, { hint })
}

export function callSql(
  build: SqlBuild,
  { called, args }: FunctionCall,
  query: ParsedQuery,
  shape: BodyShape,
  countAll: boolean,
): string {
  const { from, passed } = argumentsSql(build, called, args)
  const call = `${qualifiedNameSql(called)}(${passed})`
  const isValue = called.returns !== 'row'
  // PostgREST gives the column of a scalar result this name, so clients may filter and sort by it.
  const value = `(select ${call} as pgrst_scalar${from === null ? '' : ` from ${from}`})`
  const rowsOf = from === null ? call : `(select _f.* from ${from}, lateral ${call} as _f)`
  const table = isValue ? null : (build.schema.tables.get(called.table ?? '') ?? null)
  const { rows, all } = readSql(build, isValue ? value : rowsOf, table, query.root)
  const isOne = !called.returnsSet
  const form = isOne && shape.form === 'array' ? 'first' : shape.form
  return responseSql(
    build,
    rows,
    { ...shape, form },
    {
      total: countAll ? countSql(all) : undefined,
      value: isValue ? '_r.pgrst_scalar' : undefined,
      isOne,
    },
  )
}

/** Returns SQL for the passed arguments, and for the source that they are read from (null when they are parameters). */
function argumentsSql(
  build: SqlBuild,
  called: DatabaseFunction,
  args: CallArguments,
): { from: string | null; passed: string } {
  if (args.kind === 'body')
    return {
      from: null,
      passed: `${addParameter(build, args.text)}::${called.args[0]?.type ?? 'text'}`,
    }
  if (args.kind === 'values') {
    const passed = called.args.flatMap((arg) => {
      const values = args.values.get(arg.name)
      if (values === undefined) return []
      const value = arg.variadic ? arrayLiteral(values) : (values.at(-1) ?? '')
      return [passedSql(arg, `${addParameter(build, value)}::${arg.type}`)]
    })
    return { from: null, passed: passed.join(', ') }
  }
  const used = called.args.filter((arg) => args.names.includes(arg.name))
  if (used.length === 0) return { from: null, passed: '' }
  return {
    from: `json_to_record(${addParameter(build, args.text)}::json) as _a(${recordSql(used)})`,
    passed: used.map((arg) => passedSql(arg, `_a.${quoteName(arg.name)}`)).join(', '),
  }
}

function passedSql({ name, variadic }: FunctionArg, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`
}
