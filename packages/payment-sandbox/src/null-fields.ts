export type Fields = Record<string, unknown>

/** Returns an object whose fields are all null. @param names of the fields, separated by white space */
export function nullFields(names: string): Fields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
}
