import { basename } from 'node:path'
import type { Queryable } from './sql.ts'

/** Runs SQL text of one or several statements. @throws Error with the file, the line and PostgreSQL's message */
export async function runScript(session: Queryable, file: string, text: string): Promise<void> {
  try {
    await session.unsafe(text)
  } catch (error) {
    // Does not set the driver's error as `cause`, because that error contains the whole script.
    throw error instanceof Error
      ? new Error(`${basename(file)}${lineIn(text, error)}: ${error.message}`)
      : error
  }
}

function lineIn(text: string, error: Error): string {
  const position = 'position' in error ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : `, line ${text.slice(0, position).split('\n').length}`
}
