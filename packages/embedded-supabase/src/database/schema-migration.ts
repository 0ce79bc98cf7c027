import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { readSchemaFiles } from './apply-schema.ts'
import { describeSchema, planSchema, type SchemaState, writeSchemaSteps } from './schema-script.ts'

const heading =
  '-- Written by `npm run db:migration` from supabase/schemas: change those files, not this one.'
const mark = '-- State: '
const state = v.object({
  files: v.record(v.string(), v.string()),
  signatures: v.record(v.string(), v.string()),
})

/**
 * Writes a migration with the functions, views and triggers that have changed since the last such migration, for hosted Supabase,
 * which only runs migrations. If a migration of another kind was added since then, it contains all of them.
 * @param name lower-case words for the file name
 * @returns the file name, or null when nothing has changed
 */
export async function writeSchemaMigration(
  { migrationsFolder, schemasFolder }: { migrationsFolder: string; schemasFolder: string },
  name: string,
  now: Date,
): Promise<string | null> {
  const migrations = (await readdir(migrationsFolder))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const files = await readSchemaFiles(schemasFolder)
  const last = await findLast(migrationsFolder, migrations)
  const plan = planSchema(files, last?.state ?? null)
  if (last !== null && last.file !== migrations.at(-1)) plan.files = [...files.keys()]
  if (plan.files.length === 0 && plan.dropped.length === 0) return null
  const steps = writeSchemaSteps(files, plan).map(
    (step) => `-- ${step.name}\n${step.text.trim().replaceAll(/\n{3,}/g, '\n\n')}\n`,
  )
  const text = [heading, ...steps, mark + JSON.stringify(describeSchema(files)), ''].join('\n')
  const file = `${nextVersion(migrations, now)}_${name}.sql`
  await writeFile(join(migrationsFolder, file), text, { flag: 'wx' })
  return file
}

async function findLast(
  folder: string,
  migrations: readonly string[],
): Promise<{ file: string; state: SchemaState } | null> {
  for (const file of migrations.toReversed()) {
    const text = await readFile(join(folder, file), 'utf8')
    const line = text.startsWith(heading) ? text.slice(text.lastIndexOf(mark) + mark.length) : null
    if (line !== null)
      return { file, state: v.parse(v.pipe(v.string(), v.parseJson(), state), line) }
  }
  return null
}

/** Returns the version of the next migration: the time in UTC, or the last version plus one when that is later. */
function nextVersion(migrations: readonly string[], now: Date): string {
  const time = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const last = migrations.at(-1)?.split('_')[0] ?? ''
  return time > last ? time : String(BigInt(last) + 1n)
}
