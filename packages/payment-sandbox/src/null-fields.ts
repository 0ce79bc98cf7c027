export type ApiFields = Record<string, unknown>

/** Returns an object whose fields are all null. @param names of the fields, separated by white space */
export function nullFields(names: string): ApiFields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
}
