import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export const isRoot = process.getuid?.() === 0

/**
 * True when other operating-system accounts can read these files and run Node. Files in the home folder of root are not
 * accessible to them.
 */
export const areFilesReadableByAll = [import.meta.dirname, process.execPath]
  .flatMap(ancestors)
  .every((path) => statSync(path).mode & 0o001)

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [path, ...ancestors(parent)]
}

/** Returns the operating-system account `nobody`, under which a test that runs as root can start processes. */
export function getNobodyAccount(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
