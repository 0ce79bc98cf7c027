import { ApiError, invalid } from './api-error.ts'
import { type FormObject, type FormValue, itemsOf } from './form.ts'

/** What a parameter may be. Anything that no rule names is unknown, as at the provider. */
export type Rule =
  | { kind: 'text'; max?: number; oneOf?: readonly string[] }
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'boolean' }
  | { kind: 'metadata' }
  | { kind: 'list'; of: Rule; max?: number }
  | { kind: 'object'; fields: Record<string, Rule>; needed: readonly string[] }

export type Checked = string | number | boolean | Checked[] | { [name: string]: Checked }

export const text = (max = 5000): Rule => ({ kind: 'text', max })
export const oneOf = (...values: string[]): Rule => ({ kind: 'text', oneOf: values })
export const integer = (min = 0, max = 99_999_999): Rule => ({ kind: 'integer', min, max })
export const boolean: Rule = { kind: 'boolean' }
export const metadata: Rule = { kind: 'metadata' }
export const list = (of: Rule, max = 100): Rule => ({ kind: 'list', of, max })
export const object = (fields: Record<string, Rule>, ...needed: string[]): Rule => ({
  kind: 'object',
  fields,
  needed,
})

/**
 * Parameters as values, by their rules. T is what the caller's rules describe.
 * @throws ApiError parameter_unknown, parameter_missing, parameter_invalid_…
 */
export function check<T>(rule: Rule, form: FormObject): T {
  return checkValue(rule, form, '') as T
}

function checkValue(rule: Rule, value: FormValue, param: string): Checked {
  switch (rule.kind) {
    case 'text':
      return checkText(rule, value, param)
    case 'integer':
      return checkInteger(rule, value, param)
    case 'boolean':
      if (value !== 'true' && value !== 'false')
        throw invalid(`Invalid boolean: ${shown(value)}`, param, 'parameter_invalid_boolean')
      return value === 'true'
    case 'metadata':
      return checkMetadata(value, param)
    case 'list':
      return checkList(rule, value, param)
    case 'object':
      return checkObject(rule, value, param)
  }
}

function checkText(rule: Rule & { kind: 'text' }, value: FormValue, param: string): string {
  if (typeof value !== 'string') throw invalid(`Invalid string: ${shown(value)}`, param)
  if (value === '')
    throw invalid(`You passed an empty string for '${param}'.`, param, 'parameter_invalid_empty')
  if (rule.max !== undefined && value.length > rule.max)
    throw invalid(`Invalid string: must be at most ${rule.max} characters`, param)
  if (rule.oneOf !== undefined && !rule.oneOf.includes(value))
    throw invalid(`Invalid ${param}: must be one of ${rule.oneOf.join(', ')}`, param)
  return value
}

function checkInteger(rule: Rule & { kind: 'integer' }, value: FormValue, param: string): number {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${shown(value)}`, param, 'parameter_invalid_integer')
  const number = Number(value)
  if (number < (rule.min ?? number) || number > (rule.max ?? number))
    throw invalid(
      `This value must be between ${rule.min} and ${rule.max}.`,
      param,
      'parameter_invalid_integer',
    )
  return number
}

function checkMetadata(value: FormValue, param: string): Record<string, string> {
  if (typeof value === 'string') throw invalid(`Invalid object`, param)
  const entries = Object.entries(value)
  if (entries.length > 50) throw invalid('Metadata can have up to 50 keys', param)
  for (const [name, one] of entries) {
    if (name.length > 40) throw invalid('Metadata keys can be up to 40 characters long', param)
    if (typeof one !== 'string' || one.length > 500)
      throw invalid(`Metadata values can be up to 500 characters long`, `${param}[${name}]`)
  }
  return Object.fromEntries(entries) as Record<string, string>
}

function checkList(rule: Rule & { kind: 'list' }, value: FormValue, param: string): Checked[] {
  if (typeof value === 'string') throw invalid('Invalid array', param)
  const items = itemsOf(value)
  if (rule.max !== undefined && items.length > rule.max)
    throw invalid(`Array ${param} exceeded maximum ${rule.max} allowed elements.`, param)
  return items.map((item, index) => checkValue(rule.of, item, `${param}[${index}]`))
}

function checkObject(
  rule: Rule & { kind: 'object' },
  value: FormValue,
  param: string,
): { [name: string]: Checked } {
  if (typeof value === 'string') throw invalid('Invalid object', param)
  const inside = (name: string): string => (param === '' ? name : `${param}[${name}]`)
  const checked: { [name: string]: Checked } = {}
  for (const [name, one] of Object.entries(value)) {
    const known = Object.hasOwn(rule.fields, name) ? rule.fields[name] : undefined
    if (known === undefined)
      throw invalid(
        `Received unknown parameter: ${inside(name)}`,
        inside(name),
        'parameter_unknown',
      )
    checked[name] = checkValue(known, one, inside(name))
  }
  for (const name of rule.needed)
    if (!Object.hasOwn(checked, name))
      throw new ApiError(400, `Missing required param: ${inside(name)}.`, {
        code: 'parameter_missing',
        param: inside(name),
      })
  return checked
}

function shown(value: FormValue): string {
  return typeof value === 'string' ? value.slice(0, 40) : 'object'
}
