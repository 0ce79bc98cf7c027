import { basename } from 'node:path'
import type { Queryable } from './sql.ts'

/**
 * Runs SQL that may be several statements.
 * @throws Error with the file, the line and PostgreSQL's message
 */
export async function runScript(session: Queryable, file: string, text: string): Promise<void> {
  try {
    await session.unsafe(text)
  } catch (error) {
    // The error is not passed as the cause: the driver's error carries the whole script.
    throw error instanceof Error
      ? new Error(`${basename(file)}${lineIn(text, error)}: ${error.message}`)
      : error
  }
}

function lineIn(text: string, error: Error): string {
  const position = 'position' in error ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : `, line ${text.slice(0, position).split('\n').length}`
}
