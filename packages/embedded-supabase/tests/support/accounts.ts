import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export const isRoot = process.getuid?.() === 0

/** True when other accounts can run these files; files in root's home are not accessible to them. */
export const isOpenToAll = [import.meta.dirname, process.execPath]
  .flatMap(ancestors)
  .every((path) => statSync(path).mode & 0o001)

function ancestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [path, ...ancestors(parent)]
}

/** Returns the operating-system account of an ordinary user, for processes that root starts. */
export function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
