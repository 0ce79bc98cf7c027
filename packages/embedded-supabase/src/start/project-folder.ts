import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhenMissing } from '../core/disk.ts'

/** Parts of a project; each is a path. */
export interface ProjectPaths {
  /** A file such as `supabase/config.toml`. */
  config?: string | undefined
  /** Folder of `<version>_<name>.sql`; each runs once. */
  migrations?: string | undefined
  /** Folder of SQL files with functions, views and triggers, which run whenever they change. */
  schemas?: string | undefined
  /** Files, or a folder of `*.sql`, that run once, after the migrations. */
  seeds?: string | readonly string[] | undefined
  /** Folder of functions: `<name>/index.ts`. */
  functions?: string | undefined
}

/** Returns the parts that a project's folder has, named as Supabase's command line tool names them. */
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

/** Returns the seed files in the order in which they run. */
export async function listSeeds(seeds: ProjectPaths['seeds']): Promise<string[]> {
  if (seeds === undefined) return []
  if (typeof seeds !== 'string') return [...seeds]
  if (seeds.endsWith('.sql')) return [seeds]
  const names = (await readdir(seeds)).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => join(seeds, name))
}
