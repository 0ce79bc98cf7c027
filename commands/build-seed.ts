import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { albumSql, wordsSql } from '../supabase/seed/seed-sql.ts'
import { findSeedFiles } from '../supabase/project.ts'
import { root } from './lib/run.ts'

/**
 * Writes the SQL files with the initial rows of a new database. Each file is written to a temporary name and renamed, because
 * another process may be reading it.
 */
export function buildSeed(): void {
  const texts = [albumSql(), wordsSql()]
  for (const [at, file] of findSeedFiles(join(root, 'supabase')).entries()) {
    const text = texts[at] ?? ''
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  }
}
