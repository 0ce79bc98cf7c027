import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { root } from '../../commands/lib/run.ts'
import { atMost, type Figure, createFigure, format } from './figure.ts'
import { withTemporaryFolder } from './processes.ts'
import { timeNpmStart } from './servers.ts'

/** Measures the time from `git clone` to the shop's first page on a machine on which nothing is installed, and the disk space. */
export async function measureFreshClone(): Promise<Figure[]> {
  return withTemporaryFolder(async (parent) => {
    const [folder, HOME] = [join(parent, 'shop'), join(parent, 'home')]
    await mkdir(HOME)
    const begin = performance.now()
    execFileSync('git', ['clone', '--quiet', root, folder])
    const cloned = performance.now() - begin
    // Removes the folders that npm has added to PATH, so that the clone uses the machine's own Node, as on a new machine.
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((one) => !/node_modules|node-gyp-bin/.test(one))
      .join(delimiter)
    const opened = await timeNpmStart({ HOME, PATH }, { folder, patience: 600_000 })
    const [kilobytes] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')
    return [
      createFigure(
        'from git clone, with an empty home, to the first page',
        cloned + opened,
        atMost(90_000, format.seconds),
        `npm start ${format.seconds(opened)}`,
      ),
      createFigure(
        'installed size, with the database and without a browser',
        Number(kilobytes) * 1024,
        atMost(800e6, format.MB),
      ),
    ]
  })
}
