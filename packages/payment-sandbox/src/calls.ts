import type { Context } from './context.ts'
import type { Gives } from './expand.ts'
import type { FormObject } from './form-encoding.ts'
import { object, type Rule } from './rules.ts'

export interface Call {
  gives: Gives
  answer: (context: Context, form: FormObject, id: string) => object | Promise<object>
}

export type Calls = Record<string, Call>

export function call<T>(
  gives: Gives,
  rule: Rule<T>,
  answer: (context: Context, params: T, id: string) => object | Promise<object>,
): Call {
  return { gives, answer: (context, form, id) => answer(context, rule(form, ''), id) }
}

const nothing = object({}, {})

export function bareCall(gives: Gives, answer: (context: Context, id: string) => object): Call {
  return call(gives, nothing, (context, _, id) => answer(context, id))
}
