import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { readConfig } from './config.ts'
import { describeStartError } from './describe-start-error.ts'
import { createLog } from './log.ts'
import { describeShop } from './startup-banner.ts'
import { startShop } from './shop.ts'

const isDevelopment = process.argv.includes('--dev')

// A write error of the log (a full disk, a closed pipe) must not end the shop, as an 'error' event without a listener
// would.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

async function open(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const log = createLog(config.logLevel)
  const root = dirname(findPackageJSON(import.meta.url) ?? process.cwd())
  const shop = await startShop({ config, log, root, clock: Date.now, isDevelopment })

  let isClosing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) return
      isClosing = true
      log.info({ signal }, 'shop: closing')
      shop.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'shop: could not close cleanly')
          process.exit(1)
        },
      )
    })
  }
  // This line is written last because a program that waits for it may stop the shop at once, which requires the handlers
  // above.
  process.stdout.write(describeShop(config, shop))
}

open().catch((error: unknown) => {
  process.stderr.write(`\nThe shop cannot open: ${describeStartError(error)}\n`)
  process.exit(1)
})
