/** What the specification has only logged goes to the browser's console, with its cause. */
export function logFailure(message: string, cause: unknown): void {
  console.error(message, cause)
}

export function logWarning(message: string): void {
  console.warn(message)
}
