import { ApiError } from '../../wire.ts'
import type { ParsedQuery } from '../query/ast.ts'
import type { DatabaseFunction, Schema } from '../schema/schema.ts'
import { answerSql, type BodyShape } from './answer.ts'
import { parameter, quote, recordSql, type Build } from './build.ts'
import { countSql, readSql } from './read.ts'

/**
 * The function of that name whose arguments fit the given names: all of them known, none that it needs missing.
 * @throws ApiError 404 PGRST202 when none fits, 300 PGRST203 when several do
 */
export function findFunction(
  schema: Schema,
  name: string,
  given: readonly string[],
): DatabaseFunction {
  const fitting = (schema.functions.get(name) ?? []).filter((each) => fits(each, given))
  const [only] = fitting
  if (only === undefined) throw noFunction(name, given)
  if (fitting.length === 1) return only
  const message = `Could not choose the best candidate function for: public.${name}`
  const hint =
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved'
  throw new ApiError(300, 'PGRST203', message, { hint })
}

/** A function with one unnamed json argument takes the whole body. */
export function takesWholeBody(each: DatabaseFunction): boolean {
  const [only] = each.args
  return (
    each.args.length === 1 && only?.name === '' && (only.type === 'json' || only.type === 'jsonb')
  )
}

function fits(each: DatabaseFunction, given: readonly string[]): boolean {
  if (each.variadic) return false
  if (takesWholeBody(each)) return true
  const names = new Set(each.args.map((arg) => arg.name))
  return (
    given.every((name) => names.has(name)) &&
    each.args.every((arg) => !arg.required || given.includes(arg.name))
  )
}

function noFunction(name: string, given: readonly string[]): ApiError {
  const list = given.join(', ')
  const [words, called] =
    given.length === 0
      ? ['without parameters', ' without parameters']
      : [`with parameters ${list}`, `(${list})`]
  const message = `Could not find the function public.${name}${called} in the schema cache`
  const details = `Searched for the function public.${name} ${words}, but no matches were found in the schema cache.`
  return new ApiError(404, 'PGRST202', message, { details })
}

export interface Call {
  called: DatabaseFunction
  given: string[]
  /** JSON text of an object with them, or the whole body for a function that takes it. */
  args: string
}

export function callSql(
  build: Build,
  call: Call,
  query: ParsedQuery,
  shape: BodyShape,
  countAll: boolean,
): string {
  const { called } = call
  const { from, passed } = argumentsSql(build, call)
  const sql = `"public".${quote(called.name)}(${passed})`
  const isOne = shape.form === 'array' && !called.returnsSet
  const single: BodyShape = { ...shape, form: isOne ? 'first' : shape.form }
  if (called.returns !== 'row') {
    const values = `select ${sql} as value${from === null ? '' : ` from ${from}`}`
    return answerSql(build, values, single, { value: '_r.value' })
  }
  const table = build.schema.tables.get(called.table ?? '') ?? null
  const source = from === null ? sql : `(select _f.* from ${from}, lateral ${sql} as _f)`
  const { rows, all } = readSql(build, source, table, query.root)
  return answerSql(build, rows, single, countAll ? { total: countSql(all) } : {})
}

/** What is passed, and what it is read from; null: nothing. */
function argumentsSql(
  build: Build,
  { called, given, args }: Call,
): { from: string | null; passed: string } {
  if (takesWholeBody(called))
    return { from: null, passed: `${parameter(build, args)}::${called.args[0]?.type ?? 'json'}` }
  const used = called.args.filter((arg) => given.includes(arg.name))
  if (used.length === 0) return { from: null, passed: '' }
  return {
    from: `json_to_record(${parameter(build, args)}::json) as _a(${recordSql(used)})`,
    passed: used.map(({ name }) => `${quote(name)} => _a.${quote(name)}`).join(', '),
  }
}
