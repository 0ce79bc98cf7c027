import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { tmpdir } from 'node:os'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeFolder, museumProject, writeFiles } from './support/project.ts'

const run = promisify(execFile)
const source = join(import.meta.dirname, '..')
const root = join(source, '..', '..')

/** Returns the folder of a library in the repository's node_modules. */
function folderOf(library: string): string {
  const paths = createRequire(join(source, 'package.json')).resolve.paths(library) ?? []
  const installed = paths.find((path) => path === join(root, 'node_modules'))
  if (installed === undefined) throw new Error(`${library} is not installed`)
  return join(installed, library)
}

let packed: string
beforeAll(async () => {
  packed = await mkdtemp(join(tmpdir(), 'embedded-supabase-packed-'))
  await run('npm', ['pack', '--pack-destination', packed], { cwd: source })
}, 120_000)
afterAll(() => rm(packed, { recursive: true, force: true }))

/** Installs the packed package into an empty folder, with links to its own dependencies and to no other library. */
async function installPacked(): Promise<string> {
  const folder = await makeFolder()
  const [archive = ''] = await readdir(packed)
  const installed = join(folder, 'node_modules', 'embedded-supabase')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(packed, archive), '-C', installed, '--strip', '1'])
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const library of [...Object.keys(dependencies), '@types/node']) {
    const link = join(folder, 'node_modules', library)
    await mkdir(dirname(link), { recursive: true })
    await symlink(folderOf(library), link)
  }
  return folder
}

interface Started {
  url: string
  publishable: string
}

/** Runs the command of the installed package, which starts its own PostgreSQL. */
async function startInstalled(folder: string): Promise<Started> {
  const command = join(folder, 'node_modules', 'embedded-supabase', 'dist', 'command.js')
  const args = ['start', '--dir', join(folder, 'supabase'), '--port', '0']
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })
  const log = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error(`The command ended without printing its address: ${await log}`)
}

test('serves supabase-js from the packed package in an otherwise empty folder', async () => {
  const folder = await installPacked()
  await writeFiles(join(folder, 'supabase'), museumProject)
  const { url, publishable } = await startInstalled(folder)
  const client = createClient(url, publishable)

  const account = { email: 'keeper@museum.example', password: 'Hot Sauce 4 me' }
  expect((await client.auth.signUp(account)).error).toBeNull()

  expect((await client.from('notes').insert({ text: 'mine' })).error).toBeNull()
  expect((await client.from('notes').select('text')).data).toEqual([{ text: 'mine' }])
  const stranger = createClient(url, publishable)
  expect((await stranger.from('notes').select('text')).error?.code).toBe('42501')
  expect((await stranger.from('rooms').select('name').eq('id', 1)).data).toEqual([{ name: 'east' }])

  const plans = client.storage.from('plans')
  expect((await plans.upload('east.txt', 'a plan')).error).toBeNull()
  expect(await (await plans.download('east.txt')).data?.text()).toBe('a plan')

  const greeted = await client.functions.invoke('hello', { body: { name: 'Ada' } })
  expect(greeted.data).toEqual({ text: 'Hello Ada', url })

  const received = Promise.withResolvers<unknown>()
  const joined = Promise.withResolvers<string>()
  const channel = client
    .channel('rooms')
    .on('broadcast', { event: 'opened' }, ({ payload }) => received.resolve(payload))
    .subscribe((status) => joined.resolve(status))
  expect(await joined.promise).toBe('SUBSCRIBED')
  await stranger.channel('rooms').httpSend('opened', { room: 'east' })
  expect(await received.promise).toMatchObject({ room: 'east' })
  await client.removeChannel(channel)
}, 120_000)

test('the packed package gives types to TypeScript without an error in its declarations', async () => {
  const folder = await installPacked()
  const options = { module: 'nodenext', target: 'es2024', strict: true, types: ['node'] }
  await writeFiles(folder, {
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...options, lib: ['es2024', 'dom'], noEmit: true },
      include: ['start.ts'],
    }),
    'start.ts': `import { startBackend } from 'embedded-supabase'
const backend = await startBackend({ databaseUrl: 'postgres://localhost/museum', config: 'config.toml' })
const url: string = backend.url
// @ts-expect-error: the port is a number
await startBackend({ port: url })
await backend.close()
`,
  })
  const tsc = join(folderOf('typescript'), 'bin', 'tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
}, 120_000)
