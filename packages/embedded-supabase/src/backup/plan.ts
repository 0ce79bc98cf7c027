import { StartError } from '../core/start-error.ts'
import { quoteTable } from '../database/session.ts'
import { type ArchivedTable, qualifyName, type Manifest } from './contents.ts'
import type { FoundTable } from './catalogue.ts'

export interface TablePlan {
  /** The tables to restore, by `schema.table`; rows of other tables are skipped. */
  tables: Map<string, PlannedTable>
  leftOut: string[]
}

interface PlannedTable {
  table: ArchivedTable
  into: string
  /** Indexes of the restored columns among the archive's columns; null when all are restored. */
  numbers: number[] | null
}

/**
 * Auth and storage tables that mean the same in this package's services and on hosted Supabase. Sessions do not, so users have to
 * sign in again.
 */
const understoodByBoth = new Set([
  'auth.users',
  'auth.identities',
  'storage.buckets',
  'storage.objects',
])

/**
 * Plans which tables and columns of the archive are restored. Auth and storage tables that the target lacks are left out.
 * @throws StartError when the target lacks a table or column of the schema `public`
 */
export function planTables(
  { tables, home: from }: Pick<Manifest, 'tables' | 'home'>,
  home: Manifest['home'],
  found: FoundTable[],
): TablePlan {
  const there = new Map(found.map((table) => [qualifyName(table), table]))
  const plan: TablePlan = { tables: new Map(), leftOut: [] }
  for (const table of tables) {
    const name = qualifyName(table)
    const target = there.get(name)
    const missing = table.columns.filter((column) => !target?.columns.includes(column))
    if (table.schema === 'public' && missing.length > 0)
      throw new StartError(`The migrations of this shop make no ${name} (${missing.join(', ')}).`)
    const reason = reasonAgainst(table, from, home, target !== undefined)
    if (reason !== null) {
      plan.leftOut.push(`${name}: ${reason}`)
      continue
    }
    if (missing.length > 0) plan.leftOut.push(`${name}: no column ${missing.join(', ')} here`)
    plan.tables.set(name, planTable(table, missing))
  }
  return plan
}

function planTable(table: ArchivedTable, missing: string[]): PlannedTable {
  const columns = table.columns.filter((column) => !missing.includes(column))
  const numbers = columns.map((column) => table.columns.indexOf(column))
  return {
    table: { ...table, columns },
    into: quoteTable(table),
    numbers: missing.length > 0 ? numbers : null,
  }
}

function reasonAgainst(
  table: ArchivedTable,
  from: Manifest['home'],
  home: Manifest['home'],
  isThere: boolean,
): string | null {
  if (!isThere) return 'there is no such table here'
  const isServices = table.schema === 'auth' || table.schema === 'storage'
  if (!isServices || understoodByBoth.has(qualifyName(table))) return null
  if (from !== home) return 'means nothing to the other service'
  return home === 'supabase' && table.schema === 'storage' ? 'is the service’s own' : null
}
