export type Fields = Record<string, unknown>

/** Fields of these names that hold nothing. */
export function none(names: string): Fields {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, null]))
}
