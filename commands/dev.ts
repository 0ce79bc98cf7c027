import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { watch } from 'rolldown'
import { build, getServerBundleOptions } from './build.ts'
import { root } from './lib/run.ts'

process.env.NODE_ENV = 'development'
await build(console.log, ['fonts', 'art', 'seed'])

let shop: ChildProcess | null = null
let restart = Promise.resolve()

const watcher = watch(getServerBundleOptions(join(root, 'build', 'dev')))
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message)
  if (event.code === 'END') restart = restart.then(startAnew)
})

async function startAnew(): Promise<void> {
  await stop()
  shop = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'build', 'dev', 'main.js'), '--dev'],
    { cwd: root, stdio: 'inherit' },
  )
}

function stop(): Promise<void> {
  const running = shop
  if (!running || running.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    running.once('exit', () => resolve())
    running.kill('SIGTERM')
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([watcher.close(), restart.then(stop)]).then(() => process.exit(0))
  })
}
