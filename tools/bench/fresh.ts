import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { freePort } from '../../tests/support/running-shop.ts'
import { root } from '../../commands/run.ts'
import { cleanEnvironment, inFreshFolder } from './children.ts'
import { atMost, type Figure, show } from './figure.ts'
import { npmStart } from './npm-start.ts'
import { notedBefore } from './others.ts'

const patience = 600_000

/** How long a fresh clone takes to its first page for somebody who has never installed anything, and what it takes up. */
export async function measureFresh(): Promise<Figure[]> {
  return inFreshFolder(async (folder) => {
    const clone = join(folder, 'shop')
    const home = join(folder, 'home')
    await mkdir(home)
    const begin = performance.now()
    execFileSync('git', ['clone', '--quiet', root, clone])
    const environment = { ...cleanEnvironment(), HOME: home, PATH: machinesPath() }
    const shop = await npmStart(clone, { ...environment, PORT: String(await freePort()) }, patience)
    const took = performance.now() - begin
    await shop.stop()
    return [
      atMost({
        name: 'from git clone, with an empty home, to the first page',
        value: took,
        show: show.seconds,
        limit: 90_000,
        beside: `npm start ${show.seconds(shop.openedAfter)}`,
      }),
      atMost({
        name: 'installed size, with the database and without a browser',
        value: sizeOf(clone),
        show: show.MB,
        limit: 800e6,
        beside: `Medusa 1,300 MB, Vendure 900 MB (${notedBefore})`,
      }),
    ]
  })
}

/** The path without what npm puts before it: a fresh clone finds the machine's own Node. */
function machinesPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter)
}

/** Bytes on the disk. */
function sizeOf(folder: string): number {
  const [kilobytes] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')
  return Number(kilobytes) * 1024
}
