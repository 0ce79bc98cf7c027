import { writeFile } from 'node:fs/promises'
import { seedSql } from '../supabase/seed/seed-sql.ts'

const target = new URL('../supabase/seed.sql', import.meta.url)
await writeFile(target, seedSql())
console.log('supabase/seed.sql is written')
