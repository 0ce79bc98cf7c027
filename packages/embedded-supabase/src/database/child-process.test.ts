import type * as childProcess from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spawnChild } from './child-process.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { getProcessLiveness } from './process-liveness.ts'

/** Makes every process that is started from now on fail for a missing shell, as when the system can start no more processes. */
const missing = vi.hoisted(() => {
  vi.resetModules()
  return { words: '' }
})
afterAll(() => void vi.resetModules())
vi.mock(import('node:child_process'), async (importOriginal) => {
  const actual = await importOriginal()
  const spawn = (command: string, args: string[], options: childProcess.SpawnOptions) => {
    const isMissing = missing.words !== '' && args.join(' ').includes(missing.words)
    return actual.spawn(isMissing ? '/nowhere/sh' : command, args, options)
  }
  return { ...actual, spawn: spawn as typeof actual.spawn }
})

let place: ClusterLocation
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guarded-'))
  place = { folder, user: null, password: '', isCreated: false, recordFile: join(folder, 'record') }
})
afterEach(async () => {
  missing.words = ''
  await rm(place.folder, { recursive: true })
})

const touch = (file: string) =>
  spawnChild(place, { command: '/usr/bin/touch', args: [file], onParentDeath: 'kill' })

test('a child process without a watchdog is not run', async () => {
  missing.words = 'read -r ended'
  const file = join(place.folder, 'touched')
  await expect(touch(file)).rejects.toThrow('/usr/bin/touch could not be started: spawn')
  await expect.poll(() => getProcessLiveness(place)).toBe('nobody')
  await expect(access(file)).rejects.toThrow('ENOENT')
})

test('a child process that cannot be started throws, and the next attempt succeeds', async () => {
  missing.words = 'read -r start'
  const file = join(place.folder, 'touched')
  await expect(touch(file)).rejects.toThrow('/usr/bin/touch could not be started: spawn')
  missing.words = ''
  await touch(file)
  await vi.waitFor(() => access(file))
})
