import type { SandboxContext } from './context.ts'
import type { ExpandableType } from './expand.ts'
import type { FormObject } from './form-encoding.ts'
import { object, type Rule } from './rules.ts'

export interface Endpoint {
  gives: ExpandableType
  answer: (context: SandboxContext, form: FormObject, id: string) => object | Promise<object>
}

export type Endpoints = Record<string, Endpoint>

export function defineEndpoint<T>(
  gives: ExpandableType,
  rule: Rule<T>,
  answer: (context: SandboxContext, params: T, id: string) => object | Promise<object>,
): Endpoint {
  return { gives, answer: (context, form, id) => answer(context, rule(form, ''), id) }
}

const noParams = object({}, {})

export function defineEndpointWithoutParams(
  gives: ExpandableType,
  answer: (context: SandboxContext, id: string) => object,
): Endpoint {
  return defineEndpoint(gives, noParams, (context, _, id) => answer(context, id))
}
