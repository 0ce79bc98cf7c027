export type Fields = Record<string, unknown>

/** Returns an object whose fields are null. @param names separated by white space */
export function nullFields(names: string): Fields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
}
