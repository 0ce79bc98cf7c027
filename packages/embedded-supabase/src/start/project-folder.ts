import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhenMissing } from '../core/disk.ts'

/** Paths of the parts of a project. */
export interface ProjectPaths {
  /** The configuration file, such as `supabase/config.toml`. */
  config?: string | undefined
  /** Folder of migrations, `<version>_<name>.sql`, each of which is run once. */
  migrations?: string | undefined
  /** Folder of SQL files with functions, views and triggers, which are run whenever they change. */
  schemas?: string | undefined
  /** Seed files, or a folder of `*.sql` seed files, each of which is run once, after the migrations. */
  seeds?: string | readonly string[] | undefined
  /** Folder of edge functions, `<name>/index.ts`. */
  functions?: string | undefined
}

/** Returns the paths of the parts that exist in a project's folder, with the file names of Supabase's command line tool. */
export async function findProjectPaths(folder: string): Promise<ProjectPaths> {
  const find = async (name: string) => {
    const path = join(folder, name)
    return (await stat(path).catch(nullWhenMissing)) === null ? undefined : path
  }
  const seed = await find('seed.sql')
  const seeds = await find('seeds')
  return {
    config: await find('config.toml'),
    migrations: await find('migrations'),
    schemas: await find('schemas'),
    seeds: [...(seed === undefined ? [] : [seed]), ...(await listSeeds(seeds))],
    functions: await find('functions'),
  }
}

/** Returns the paths of the seed files, in the order in which they are run. */
export async function listSeeds(seeds: ProjectPaths['seeds']): Promise<string[]> {
  if (seeds === undefined) return []
  if (typeof seeds !== 'string') return [...seeds]
  if (seeds.endsWith('.sql')) return [seeds]
  const names = (await readdir(seeds)).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => join(seeds, name))
}
