import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './build.ts'

process.env.NODE_ENV ??= 'production'
if (!isBuilt()) {
  // Builds in a child process, because memory that the build used would stay allocated in the shop's process.
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
if (process.env.npm_lifecycle_event !== undefined) closeWithParent()
await import(pathToFileURL(join(import.meta.dirname, '..', 'build', 'shop', 'main.js')).href)

/**
 * Ends this process when its parent process ends. npm sends a signal only to the shell that it started, and not every shell
 * forwards the signal.
 */
function closeWithParent(): void {
  const parent = process.ppid
  const look = (): void => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(look, 1000).unref()
}
