import type { Context } from './context.ts'
import type { ResultType } from './expand.ts'
import type { FormObject } from './form-encoding.ts'
import { object, type Rule } from './rules.ts'

export interface Endpoint {
  gives: ResultType
  answer: (context: Context, form: FormObject, id: string) => object | Promise<object>
}

export type Endpoints = Record<string, Endpoint>

export function defineEndpoint<T>(
  gives: ResultType,
  rule: Rule<T>,
  answer: (context: Context, params: T, id: string) => object | Promise<object>,
): Endpoint {
  return { gives, answer: (context, form, id) => answer(context, rule(form, ''), id) }
}

const noParams = object({}, {})

export function defineEndpointWithoutParams(
  gives: ResultType,
  answer: (context: Context, id: string) => object,
): Endpoint {
  return defineEndpoint(gives, noParams, (context, _, id) => answer(context, id))
}
