import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './build.ts'

process.env.NODE_ENV ??= 'production'
if (!isBuilt()) {
  // In a process of its own: the shop would keep the build's memory for as long as it is open.
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
if (process.env.npm_lifecycle_event !== undefined) closeWithParent()
await import(pathToFileURL(join(import.meta.dirname, '..', 'build', 'shop', 'main.js')).href)

/** npm ends the shell between it and us, and not every shell passes that on: without our parent we end, too. */
function closeWithParent(): void {
  const parent = process.ppid
  const look = (): void => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(look, 1000).unref()
}
