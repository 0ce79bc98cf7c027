import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedSql } from '../supabase/seed/seed-sql.ts'
import { root } from './run.ts'

/** Writes supabase/seed.sql, which a new database begins with. Whoever reads it meanwhile reads the whole of it. */
export function buildSeed(): void {
  const file = join(root, 'supabase', 'seed.sql')
  const text = seedSql()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}
