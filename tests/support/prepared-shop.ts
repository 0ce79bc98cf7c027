import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openShop, preparedDataVariable } from './running-shop.ts'

/** Opens and closes a shop once per test run, so that `openPreparedShop` can copy the data of its first start. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[preparedDataVariable] !== undefined) return undefined
  const shop = await openShop()
  await shop.close()
  // Without this folder, PostgreSQL could not use the data folder and keeps its data elsewhere, so it cannot be copied;
  // each shop then creates its own data.
  if (existsSync(join(shop.dataDir, 'postgres', 'cluster')))
    process.env[preparedDataVariable] = shop.dataDir
  return async () => {
    delete process.env[preparedDataVariable]
    await shop.remove()
  }
}
