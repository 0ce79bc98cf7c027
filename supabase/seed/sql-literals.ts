/** Values as PostgreSQL reads them in a statement, each with its type, so that rows of `values` agree. */

export function sqlText(value: string | null): string {
  return value === null ? 'null::text' : quoted(value)
}

export function sqlNumber(value: number | null, type: 'integer' | 'smallint' | 'numeric'): string {
  return value === null ? `null::${type}` : String(value)
}

export function sqlBoolean(value: boolean): string {
  return value ? 'true' : 'false'
}

export function sqlUuid(value: string): string {
  return `${quoted(value)}::uuid`
}

export function sqlTexts(values: readonly string[]): string {
  return values.length === 0 ? `'{}'::text[]` : `array[${values.map(quoted).join(', ')}]`
}

export function sqlJson(value: object): string {
  return `${quoted(JSON.stringify(value))}::jsonb`
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
