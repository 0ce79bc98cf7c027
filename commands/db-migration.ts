import { join } from 'node:path'
import { writeSchemaMigration } from '../packages/embedded-supabase/src/database.ts'
import { findProject } from '../supabase/project.ts'

const [name = ''] = process.argv.slice(2)
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run db:migration -- NAME   (lower-case letters, digits and _)')
  process.exitCode = 1
} else {
  const project = findProject(join(import.meta.dirname, '..', 'supabase'))
  const file = await writeSchemaMigration(project, name, new Date())
  console.log(
    file === null
      ? 'Nothing in supabase/schemas has changed since the last migration.'
      : `Written: supabase/migrations/${file}. \`npx supabase db push\` brings it to hosted Supabase.`,
  )
}
