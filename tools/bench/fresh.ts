import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { root } from '../../commands/run.ts'
import { atMost, type Figure, figure, show } from './figure.ts'
import { notedBefore } from './others.ts'
import { inFreshFolder } from './processes.ts'
import { npmStart } from './servers.ts'

/** How long a fresh clone takes to its first page for somebody who has never installed anything, and what it takes up. */
export async function measureFresh(): Promise<Figure[]> {
  return inFreshFolder(async (folder) => {
    const [clone, HOME] = [join(folder, 'shop'), join(folder, 'home')]
    await mkdir(HOME)
    const begin = performance.now()
    execFileSync('git', ['clone', '--quiet', root, clone])
    // Without what npm puts before it: a fresh clone finds the machine's own Node.
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((one) => !/node_modules|node-gyp-bin/.test(one))
      .join(delimiter)
    const shop = await npmStart({ HOME, PATH }, { folder: clone, patience: 600_000 })
    const took = performance.now() - begin
    await shop.stop()
    const [kilobytes] = execFileSync('du', ['-sk', clone], { encoding: 'utf8' }).split('\t')
    return [
      figure(
        'from git clone, with an empty home, to the first page',
        took,
        show.seconds,
        atMost(90_000),
        `npm start ${show.seconds(shop.openedAfter)}`,
      ),
      figure(
        'installed size, with the database and without a browser',
        Number(kilobytes) * 1024,
        show.MB,
        atMost(800e6),
        `Medusa 1,300 MB, Vendure 900 MB (${notedBefore})`,
      ),
    ]
  })
}
