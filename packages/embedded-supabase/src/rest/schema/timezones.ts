import type { Sql } from '../../database/sql.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Returns a function that gets the names of PostgreSQL's time zones for a `Prefer` header, none when it names no zone. They are
 * read once, by the first request that needs them, because the server reads hundreds of files for them.
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
