import { StartError } from '../core/start-error.ts'
import { quoteTable } from '../database/session.ts'
import { type ArchivedTable, fullName, type Manifest } from './contents.ts'
import type { FoundTable } from './catalogue.ts'

export interface TablePlan {
  /** Tables by `schema.table`; the others are skipped. */
  tables: Map<string, PlannedTable>
  leftOut: string[]
}

interface PlannedTable {
  table: ArchivedTable
  into: string
  /** Which columns of the archive these are; null: all. */
  numbers: number[] | null
}

/** Auth and storage tables that have the same meaning in our services and in Supabase's. Sessions do not: users sign in again. */
const understoodByBoth = new Set([
  'auth.users',
  'auth.identities',
  'storage.buckets',
  'storage.objects',
])

/** @throws StartError when a table of the project's own is missing; other tables that the target lacks are left out */
export function planTables(
  { tables, home: from }: Pick<Manifest, 'tables' | 'home'>,
  home: Manifest['home'],
  found: FoundTable[],
): TablePlan {
  const there = new Map(found.map((table) => [fullName(table), table]))
  const plan: TablePlan = { tables: new Map(), leftOut: [] }
  for (const table of tables) {
    const name = fullName(table)
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
  if (!isServices || understoodByBoth.has(fullName(table))) return null
  if (from !== home) return 'means nothing to the other service'
  return home === 'supabase' && table.schema === 'storage' ? 'is the service’s own' : null
}
