import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openShop, preparedData } from './running-shop.ts'

/** Opens a shop once a test run, for the data that its first start makes; `openPreparedShop` copies it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[preparedData] !== undefined) return undefined
  const shop = await openShop()
  await shop.close()
  // When PostgreSQL cannot access this folder, its data is in another place, and each shop creates its own.
  if (existsSync(join(shop.dataDir, 'postgres', 'cluster')))
    process.env[preparedData] = shop.dataDir
  return async () => {
    delete process.env[preparedData]
    await shop.remove()
  }
}
