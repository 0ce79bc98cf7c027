import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nullWhenMissing } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import type { WebFunction } from '../functions/functions.ts'

/** The second argument of a function: the URL of the API, and its keys. */
export interface FunctionContext {
  SUPABASE_URL: string
  SUPABASE_PUBLISHABLE_KEY: string
  SUPABASE_SECRET_KEY: string
}

type FunctionHandler = (request: Request, context: FunctionContext) => Response | Promise<Response>

const endings = ['ts', 'js', 'mjs']

/**
 * Loads the functions in a folder. Each is `<name>/index.ts` (or `.js`, `.mjs`), with `export default { fetch }` or a function as
 * its default export. Folders whose names begin with `_` or `.` are for shared code, and skipped.
 * @throws StartError for a folder without such a module
 */
export async function loadFunctions(
  folder: string,
  getContext: () => FunctionContext,
): Promise<Record<string, WebFunction>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && /^[^._]/.test(entry.name))
    .map(({ name }) => name)
  const loaded = names.map(async (name) => {
    const handler = await loadHandler(join(folder, name))
    const run: WebFunction = async (request) => handler(request, getContext())
    return [name, run] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

async function loadHandler(folder: string): Promise<FunctionHandler> {
  for (const ending of endings) {
    const file = join(folder, `index.${ending}`)
    if ((await stat(file).catch(nullWhenMissing)) === null) continue
    const loaded: { default?: unknown } = await import(pathToFileURL(file).href)
    const handler = findHandler(loaded.default)
    if (handler !== null) return handler
    throw new StartError(`${file} has no default export that is a function or has \`fetch\`.`)
  }
  throw new StartError(`${folder} has no index.ts, index.js or index.mjs.`)
}

function findHandler(exported: unknown): FunctionHandler | null {
  if (isHandler(exported)) return exported
  const fetch: unknown = Object(exported).fetch
  return isHandler(fetch) ? (request, context) => fetch.call(exported, request, context) : null
}

function isHandler(value: unknown): value is FunctionHandler {
  return typeof value === 'function'
}
