import { join } from 'node:path'
import { replacedMigrations } from './replaced-migrations.ts'

/** What a database begins with, each file once. What is new gets a file of its own, for those that have run the others. */
export const seedFilesIn = (supabase: string): string[] =>
  ['seed.sql', 'seed-words.sql'].map((name) => join(supabase, name))

/** @param supabase the folder of this file, which the build leaves where it is */
export const projectIn = (supabase: string) => ({
  migrationsFolder: join(supabase, 'migrations'),
  schemasFolder: join(supabase, 'schemas'),
  seedFiles: seedFilesIn(supabase),
  replaced: replacedMigrations,
})
