import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { openFileStore } from '../../src/storage/file-store.ts'
import { createOrphanCollector } from '../../src/storage/orphans.ts'
import { getDatabaseUrl, createEmptyDatabase } from '../support/database.ts'

const database = await createEmptyDatabase()
const folder = await mkdtemp(join(tmpdir(), 'kills-'))
const running = new Set<ChildProcess>()
afterAll(async () => {
  await Promise.all([...running].map(kill))
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Backend {
  child: ChildProcess
  storage: SupabaseClient['storage']
}

async function start(): Promise<Backend> {
  const script = join(import.meta.dirname, '..', '..', 'src', 'command.ts')
  const args = ['--database-url', getDatabaseUrl(database.connection), '--data-dir', folder]
  const child = spawn(process.execPath, [script, 'start', ...args, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, secret } = JSON.parse(line)
    return { child, storage: createClient(url, secret).storage }
  }
  throw new Error('It ended without a word')
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  running.delete(child)
}

/**
 * Returns the content of the object with this name. Its length depends on the name, and is more than one chunk of a
 * stream.
 */
function contentOf(name: string): string {
  return name.repeat(20_000 + name.length)
}

/**
 * Uploads objects in several loops until the process is killed. Returns the names of those whose upload was confirmed.
 */
async function uploadUntilKilled({ child, storage }: Backend): Promise<string[]> {
  const acknowledged: string[] = []
  const enough = Promise.withResolvers<void>()
  const work = Array.from({ length: 8 }, async (_, worker) => {
    for (let turn = 0; ; turn += 1) {
      const name = `${worker}-${turn}`
      const { error } = await storage.from('films').upload(name, contentOf(name))
      if (error !== null) return
      acknowledged.push(name)
      if (acknowledged.length >= 25) enough.resolve()
    }
  })
  await enough.promise
  await kill(child)
  await Promise.all(work)
  return acknowledged
}

test('acknowledged uploads survive the kill of their process, and files without a row are deleted later', async () => {
  const killed = await start()
  await killed.storage.createBucket('films')
  const kept = await uploadUntilKilled(killed)
  const { child, storage } = await start()
  const whole = []
  for (const name of kept) {
    const { data } = await storage.from('films').download(name)
    if ((await data?.text()) === contentOf(name)) whole.push(name)
  }
  expect(whole).toEqual(kept)
  await kill(child)

  const stored = join(folder, 'storage')
  await expectFiles(stored)
  // One more upload is left unfinished, and one more file is complete but has no row in the database.
  await openFileStore(stored).receive([Buffer.from('half')])
  const lost = await openFileStore(stored).receive([Buffer.from('without a row')])
  await lost.keep()
  for (const days of [1.01, 2.02]) {
    const clock = () => Date.now() + days * 24 * 60 * 60_000
    await createOrphanCollector({ ...database, files: openFileStore(stored), clock })()
  }
  expect((await readdir(stored)).toSorted()).toEqual((await versions()).toSorted())
})

async function versions(): Promise<string[]> {
  const rows = await database.sql<{ version: string }[]>`
    select distinct version from storage.objects where bucket_id = 'films'`
  return rows.map(({ version }) => version)
}

async function expectFiles(stored: string): Promise<void> {
  const rows = await database.sql<{ name: string; version: string }[]>`
    select name, version from storage.objects where bucket_id = 'films'`
  for (const { name, version } of rows)
    expect([name, await readFile(join(stored, version), 'utf8')]).toEqual([name, contentOf(name)])
}
