/** The code that the system gave an error, such as `ENOENT`. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** For `catch`: null when a file is not there. */
export function nullWhenMissing(error: unknown): null {
  if (isCode(error, 'ENOENT')) return null
  throw error
}
