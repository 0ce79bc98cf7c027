import { connectDatabase } from '../../packages/embedded-supabase/src/database/connect.ts'
import { startSmallShop } from './small-shop.ts'

/**
 * Runs a small shop as a separate process, which ends at the given crash point as if by kill -9. It reads its settings
 * as JSON from the environment, and prints its address once it accepts requests.
 */
const settings = JSON.parse(process.env['CRASHING_SHOP'] ?? '{}')

const quiet = () => undefined

const shop = await startSmallShop({
  database: connectDatabase(settings.connection),
  keys: settings.keys,
  dataFile: settings.dataFile,
  port: settings.port,
  now: Date.now,
  log: {
    info: quiet,
    warn: quiet,
    error: (details, message) => console.error(message, JSON.stringify(details)),
  },
  provider: { fault: { kind: 'none' }, requests: [], says: new Map() },
  webhook: { down: false },
  crashPoint: (name) => {
    if (name === settings.crashAt) process.kill(process.pid, 'SIGKILL')
  },
})
console.log(shop.url)
