import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, '..', '..', 'deploy', 'update')

/** The script of a build that takes the place of the shop's, and writes one file with the version in its name. */
const build = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
  const version = readFileSync('version', 'utf8')
  if (version === 'does not build') process.exit(1)
  mkdirSync('build/client/assets', { recursive: true })
  writeFileSync('build/client/assets/app-' + version + '.js', version)
`

interface Place {
  /** Commits a new version of the shop. Returns the name of the folder into which it will be installed. */
  commit: (version: string) => Promise<string>
  update: (revision?: string) => Promise<{ code: number; output: string }>
  running: () => Promise<string>
  /** Returns the target that the link `current` had at each restart of the shop. */
  restarts: () => Promise<string[]>
  folder: string
}

/** Creates a folder as the systemd units expect it. A shop in it becomes ready unless its version is 'broken'. */
async function aPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'update-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const origin = join(folder, 'origin')
  const git = (...words: string[]) =>
    execFileSync(
      'git',
      ['-C', origin, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words],
      {
        encoding: 'utf8',
      },
    ).trim()
  await mkdir(origin)
  git('init', '--quiet', '--initial-branch=main')
  await writeFile(join(origin, 'package.json'), '{"scripts":{"build":"node build.cjs"}}')
  await writeFile(join(origin, 'build.cjs'), build)
  const current = join(folder, 'current')
  const ready = createServer((_, response) => {
    void readFile(join(current, 'version'), 'utf8').then((version) => {
      response.writeHead(version === 'broken' ? 503 : 200).end()
    })
  })
  ready.listen(0, '127.0.0.1')
  await once(ready, 'listening')
  onTestFinished(() => void ready.close())
  const address = ready.address()
  const port = typeof address === 'object' ? address?.port : undefined
  let isCloned = false
  const place: Place = {
    folder,
    async commit(version) {
      await writeFile(join(origin, 'version'), version)
      git('add', '--all')
      git('commit', '--quiet', '--message', version)
      if (!isCloned) execFileSync('git', ['clone', '--quiet', origin, join(folder, 'source')])
      isCloned = true
      return git('rev-parse', 'HEAD').slice(0, 12)
    },
    update: (revision) =>
      new Promise((resolve) => {
        const environment = {
          PATH: process.env.PATH,
          HOME: folder,
          SHOP: folder,
          RESTART: `basename "$(readlink ${current})" >> ${folder}/restarts`,
          READY: `http://127.0.0.1:${port}/readyz`,
          PATIENCE: '1',
        }
        const words = revision === undefined ? [] : [revision]
        const child = execFile(script, words, { env: environment }, (_, output, complaint) =>
          resolve({ code: child.exitCode ?? -1, output: output + complaint }),
        )
      }),
    running: async () => (await readlink(current)).replace('releases/', ''),
    restarts: async () => {
      const file = join(folder, 'restarts')
      return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : []
    },
  }
  return place
}

const codeOf = async ({ folder }: Place, release: string) =>
  (await readdir(join(folder, 'releases', release, 'build', 'client', 'assets'))).sort()

test('an update is built in its own folder and switched to, and the former release stays for rolling back', async () => {
  const place = await aPlace()
  const one = await place.commit('one')
  expect(await place.update()).toMatchObject({ code: 0 })
  const two = await place.commit('two')
  expect(await place.update()).toEqual({
    code: 0,
    output: `Building ${two} beside ${one} …\nSwitching over …\n${two} is open.\n`,
  })
  expect(await place.running()).toBe(two)
  expect(await place.restarts()).toEqual([one, two])
  expect(await place.update(one)).toEqual({
    code: 0,
    output: `Switching over …\n${one} is open.\n`,
  })
  expect(await place.running()).toBe(one)
})

test(
  'the assets of the former build stay for open pages, and older ones are removed',
  { tags: ['abuse-update'] },
  async () => {
    const place = await aPlace()
    const names: string[] = []
    for (const version of ['one', 'two', 'three']) {
      names.push(await place.commit(version))
      await place.update()
    }
    const [, two = '', three = ''] = names
    expect(await codeOf(place, three)).toEqual(['app-three.js', 'app-two.js'])
    expect((await readdir(join(place.folder, 'releases'))).sort()).toEqual([two, three].sort())
  },
)

test('updating twice to the same revision keeps the former release', async () => {
  const place = await aPlace()
  const one = await place.commit('one')
  await place.update()
  const two = await place.commit('two')
  await place.update()
  expect(await place.update()).toEqual({ code: 0, output: `Switching over …\n${two} is open.\n` })
  expect((await readdir(join(place.folder, 'releases'))).sort()).toEqual([one, two].sort())
  expect(await place.restarts()).toEqual([one, two, two])
})

test('a failed build leaves the running shop unchanged', { tags: ['abuse-update'] }, async () => {
  const place = await aPlace()
  const one = await place.commit('one')
  await place.update()
  await place.commit('does not build')
  expect((await place.update()).code).not.toBe(0)
  expect(await place.running()).toBe(one)
  expect(await place.restarts()).toEqual([one])
  await place.commit('two')
  expect((await place.update()).code).toBe(0)
})

test(
  'a release that does not become ready is rolled back',
  { tags: ['abuse-update'] },
  async () => {
    const place = await aPlace()
    const one = await place.commit('one')
    await place.update()
    const broken = await place.commit('broken')
    const { code, output } = await place.update()
    expect(code).toBe(1)
    expect(output).toContain(`Back to ${one} …\n${one} is open again.\n`)
    expect(await place.running()).toBe(one)
    expect(await place.restarts()).toEqual([one, broken, one])
  },
)

test('an unknown revision changes nothing', async () => {
  const place = await aPlace()
  const one = await place.commit('one')
  await place.update()
  expect(await place.update('v9')).toEqual({ code: 1, output: 'There is no revision v9.\n' })
  expect(await place.running()).toBe(one)
})
