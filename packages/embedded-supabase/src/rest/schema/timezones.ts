import type { Sql } from '../../database/sql.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Creates a function that returns the names of PostgreSQL's time zones, or none if the `Prefer` header has no time zone. They are
 * loaded once and only when needed, because PostgreSQL reads hundreds of files for them.
 */
export function createTimezones(sql: Sql): (prefer?: string) => Promise<ReadonlySet<string>> {
  let names: Promise<ReadonlySet<string>> | null = null

  async function read(): Promise<ReadonlySet<string>> {
    try {
      const rows = await sql<{ name: string }[]>`select name from pg_timezone_names`
      return new Set(rows.map(({ name }) => name))
    } catch (error) {
      names = null
      throw error
    }
  }

  return async (prefer = '') => (prefer.includes('timezone=') ? (names ??= read()) : none)
}
