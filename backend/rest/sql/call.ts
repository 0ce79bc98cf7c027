import { RestError } from '../errors.ts'
import type { ParsedQuery } from '../query/ast.ts'
import type { DatabaseFunction, FunctionArg, Schema } from '../schema/schema.ts'
import { answerSql, type BodyShape } from './answer.ts'
import { parameter, quote, type Build } from './build.ts'
import { readSql } from './read.ts'

/**
 * The function of that name whose arguments fit the given names: all of them known, none that it needs missing.
 * @throws RestError 404 PGRST202 when none fits, 300 PGRST203 when several do
 */
export function findFunction(
  schema: Schema,
  name: string,
  given: readonly string[],
): DatabaseFunction {
  const fitting = (schema.functions.get(name) ?? []).filter((each) => fits(each, given))
  const [only] = fitting
  if (only === undefined) throw noFunction(name, given)
  if (fitting.length > 1) {
    throw new RestError(
      300,
      'PGRST203',
      `Could not choose the best candidate function for: public.${name}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    )
  }
  return only
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

function noFunction(name: string, given: readonly string[]): RestError {
  const withNames =
    given.length === 0 ? 'without parameters' : `with parameters ${given.join(', ')}`
  const called =
    given.length === 0 ? `public.${name} ${withNames}` : `public.${name}(${given.join(', ')})`
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${called} in the schema cache`,
    {
      details: `Searched for the function public.${name} ${withNames}, but no matches were found in the schema cache.`,
    },
  )
}

/**
 * Calls a function with the named arguments of a JSON object.
 * @param args JSON text of an object, or the whole body for a function that takes it
 */
export function callSql(
  build: Build,
  called: DatabaseFunction,
  given: readonly string[],
  args: string,
  query: ParsedQuery,
  shape: BodyShape,
  countAll: boolean,
): string {
  const { from, call } = callParts(build, called, given, args)
  const single: BodyShape = {
    ...shape,
    form: shape.form === 'array' && !called.returnsSet ? 'first' : shape.form,
  }
  if (called.returns !== 'row') {
    return answerSql(
      build,
      `select ${call} as value${from === null ? '' : ` from ${from}`}`,
      single,
      {
        value: '_r.value',
      },
    )
  }
  const table = called.table === null ? null : (build.schema.tables.get(called.table) ?? null)
  const source = from === null ? call : `(select _f.* from ${from}, lateral ${call} as _f)`
  const { rows, all } = readSql(build, source, table, query.root)
  return answerSql(
    build,
    rows,
    single,
    countAll ? { total: `(select count(*) from (${all}) as _all)` } : {},
  )
}

function callParts(
  build: Build,
  called: DatabaseFunction,
  given: readonly string[],
  args: string,
): { from: string | null; call: string } {
  const name = `"public".${quote(called.name)}`
  if (takesWholeBody(called))
    return {
      from: null,
      call: `${name}(${parameter(build, args)}::${called.args[0]?.type ?? 'json'})`,
    }
  const used = called.args.filter((arg) => given.includes(arg.name))
  if (used.length === 0) return { from: null, call: `${name}()` }
  const from = `json_to_record(${parameter(build, args)}::json) as _a(${used.map(argDefinition).join(', ')})`
  return {
    from,
    call: `${name}(${used.map((arg) => `${quote(arg.name)} => _a.${quote(arg.name)}`).join(', ')})`,
  }
}

function argDefinition(arg: FunctionArg): string {
  return `${quote(arg.name)} ${arg.type}`
}
