import type { Logger } from '../core/wire.ts'

/** Creates a logger that writes one JSON object per line to standard error. */
export function createJsonLog(): Logger {
  const write = (level: string) => (details: object, message: string) => {
    const line = { level, time: new Date().toISOString(), ...withReasons(details), msg: message }
    process.stderr.write(`${JSON.stringify(line)}\n`)
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** Replaces errors by their stack, because JSON.stringify() leaves out the properties of an Error. */
function withReasons(details: object): Record<string, unknown> {
  const entries = Object.entries(details).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Error ? (value.stack ?? value.message) : value,
  ])
  return Object.fromEntries(entries)
}
