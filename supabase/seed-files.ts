import { join } from 'node:path'

/** What a database begins with, each file once. What is new gets a file of its own, for those that have run the others. */
export const seedFilesIn = (supabase: string): string[] =>
  ['seed.sql', 'seed-words.sql'].map((name) => join(supabase, name))
