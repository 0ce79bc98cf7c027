import { join } from 'node:path'
import { replacedMigrations } from './replaced-migrations.ts'

/**
 * Returns the seed files, each of which runs once. New rows get a file of their own, for databases that have run the
 * others.
 */
export const findSeedFiles = (supabase: string): string[] =>
  ['seed.sql', 'seed-words.sql'].map((name) => join(supabase, name))

/** @param supabase the folder of this file, which the build leaves where it is */
export const findProject = (supabase: string) => ({
  migrationsFolder: join(supabase, 'migrations'),
  schemasFolder: join(supabase, 'schemas'),
  seedFiles: findSeedFiles(supabase),
  replaced: replacedMigrations,
})
