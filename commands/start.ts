import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './build.ts'

process.env.NODE_ENV ??= 'production'
if (!isBuilt()) {
  // Builds in a child process, because the shop would keep the build's memory as long as it runs.
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
if (process.env.npm_lifecycle_event !== undefined) closeWithParent()
await import(pathToFileURL(join(import.meta.dirname, '..', 'build', 'shop', 'main.js')).href)

/** Ends this process when its parent ends: npm stops the shell between them, and not every shell forwards the signal. */
function closeWithParent(): void {
  const parent = process.ppid
  const look = (): void => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(look, 1000).unref()
}
