/** Logs a failure and its cause to the browser's console, where the specification asks for logging only. */
export function logFailure(message: string, cause: unknown): void {
  console.error(message, cause)
}

export function logWarning(message: string): void {
  console.warn(message)
}
