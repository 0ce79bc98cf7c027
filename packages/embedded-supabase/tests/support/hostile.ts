/** Hostile input for any text field, each with its description. */
export const hostileInputs: [string, string][] = [
  ['a NUL', 'Mar\0sha@example.com'],
  ['half a character', 'Mar\uD800sha'],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['emoji and right-to-left', '🌶️ שלום \u202eolleh'],
  ['a line break and a header', 'a@example.com\r\nBcc: victim@example.com'],
  ['two addresses', 'a@example.com,b@example.com'],
  ['a script', '<script>alert(1)</script>@example.com'],
  ['markup that runs', '"><img src=x onerror=alert(1)>'],
  ['a formula', '=HYPERLINK("http://evil.example")'],
]

/**
 * Returns request bodies that no form sends: some contain the fields of a form with a prototype or deep nesting, others
 * have no fields.
 */
export function createHostileBodies(fields: Record<string, unknown>): string[] {
  const proto = JSON.stringify({ a: 1, ...fields }).replace('{', '{"__proto__":{"a":1},')
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  return [proto, deep, '', 'null', '[]', '"x"', '{']
}

/** Returns values that are invalid in place of `value`, most of them because of their type. */
export function getInvalidValues(value: unknown): unknown[] {
  if (typeof value === 'string') return [1, true, [], ['x'], {}]
  if (typeof value === 'number') return ['x', true, [], {}, 1.5, -1]
  if (typeof value === 'boolean') return [1, 'true', [], {}]
  return Array.isArray(value) ? ['x', 1, {}, [1], [null], [['x']]] : ['x', 1, true]
}
