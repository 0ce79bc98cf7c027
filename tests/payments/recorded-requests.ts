import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')

/** A recorded call of the provider's client: its name, such as `stripe.refunds.create`, and its arguments. */
export interface RecordedCall {
  method: string
  given: unknown[]
}

/** Returns a proxy of the provider's client that adds each call to `calls`. */
export function recordCalls<T extends object>(
  client: T,
  calls: RecordedCall[],
  name = 'stripe',
): T {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol') return value
      const method = `${name}.${key}`
      if (typeof value === 'function')
        return (...given: unknown[]): unknown => {
          if (name !== 'stripe') calls.push({ method, given })
          return value.apply(target, given)
        }
      return typeof value === 'object' && value !== null ? recordCalls(value, calls, method) : value
    },
  })
}

/**
 * Compiles the recorded calls against the types of the provider's own library, which describe the API version that the
 * shop uses. Returns the compiler's errors (unknown names, values of a wrong type, missing parameters), or an empty
 * string. The compiled text also contains wrong calls, to prove that the compiler reports them.
 */
export async function typeCheckCalls(calls: RecordedCall[]): Promise<string> {
  const written = calls.map(
    ({ method, given }) => `void ${method}(${given.map((one) => JSON.stringify(one)).join(', ')})`,
  )
  const text = [
    "import type Stripe from './stripe/stripe.esm.node.js'",
    'declare const stripe: Stripe',
    '// @ts-expect-error: there is no such language',
    "void stripe.checkout.sessions.create({ mode: 'payment', locale: 'en-XX' })",
    '// @ts-expect-error: there is no such parameter',
    "void stripe.refunds.create({ payment_intent: 'pi_1', colour: 'red' })",
    ...new Set(written),
  ]
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'ES2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  }
  const folder = await mkdtemp(join(tmpdir(), 'requests-'))
  try {
    await copyTypes(join(folder, 'stripe'))
    await writeFile(join(folder, 'requests.ts'), text.join('\n'))
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['requests.ts'] }),
    )
    return await compile(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Copies the library's types, and makes their unions strict: the library accepts any other string beside the listed
 * values.
 */
async function copyTypes(folder: string): Promise<void> {
  const types = join(root, 'node_modules', 'stripe', 'esm')
  await cp(types, folder, { recursive: true, filter: (name) => !name.endsWith('.js') })
  const shared = await readFile(join(types, 'shared.d.ts'), 'utf8')
  const strict = shared.replace(/(type OtherString =)[^;]*/, '$1 never')
  await writeFile(join(folder, 'shared.d.ts'), strict)
}

function compile(folder: string): Promise<string> {
  const compiler = join(root, 'node_modules', '.bin', 'tsc')
  return new Promise((resolve_, reject) => {
    execFile(compiler, ['-p', folder], { cwd: folder }, (error, output, warnings) => {
      // A compiler that finds errors exits with an error and prints them; one that could not run prints nothing.
      if (error !== null && output === '') reject(new Error(warnings, { cause: error }))
      else resolve_(output)
    })
  })
}

/** Returns the names of all methods of the provider's client that the sources in these folders call. */
export async function findCalledMethods(folders: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const folder of folders)
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (!/(?<!\.test)\.ts$/.test(name)) continue
      const source = await readFile(join(root, folder, name), 'utf8')
      for (const [call] of source.matchAll(/\bstripe(\s*\.\s*\w+){2,}(?=\()/g))
        found.add(call.replace(/\s/g, ''))
    }
  return [...found].toSorted()
}
