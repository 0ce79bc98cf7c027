import { ApiError } from './api-error.ts'

export type FormValue = string | FormObject
export interface FormObject {
  [name: string]: FormValue
}

const maxDepth = 8

/**
 * Parses form-encoded parameters into nested objects. A list becomes an object with the keys 0, 1, 2, …
 * @throws ApiError for an invalid parameter name
 */
export function parseForm(text: string): FormObject {
  const root: FormObject = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) setValue(root, parsePath(name), value)
  return root
}

export function toFormList(value: FormObject): FormValue[] {
  return Object.entries(value)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item)
}

/** Serialises parameters with sorted names, so that equal parameters in any order give the same text. */
export function toCanonicalText(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalText(value[name] ?? '')}`).join()}}`
}

/**
 * Splits a parameter name such as `items[0][price]` into its parts. An empty last part, as in `images[]`, means the next index of a
 * list.
 */
function parsePath(name: string): string[] {
  const [first, ...rest] = name.split('[')
  const path = [first ?? '', ...rest.map((part) => part.replace(/\]$/, ''))]
  if (path.length > maxDepth || path.slice(0, -1).includes('') || name === '')
    throw new ApiError(400, `Invalid parameter name: ${name.slice(0, 100)}`)
  return path
}

function setValue(root: FormObject, path: string[], value: string): void {
  let here = root
  for (const name of path.slice(0, -1)) {
    here[name] ??= Object.create(null) as FormObject
    const next = here[name]
    if (typeof next === 'string') throw new ApiError(400, `Invalid object at ${name}`)
    here = next
  }
  const last = path.at(-1) ?? ''
  here[last === '' ? String(Object.keys(here).length) : last] = value
}
