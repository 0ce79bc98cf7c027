export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

export function getTextField(value: unknown, name: string): string | null {
  const text = getField(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}
