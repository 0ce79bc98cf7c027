import { freePort } from '../../tests/support/running-shop.ts'
import { root } from '../../commands/run.ts'
import { cleanEnvironment, inFreshFolder, readKeys } from './children.ts'
import type { Pace } from './duel.ts'
import { atMost, type Figure, median, show } from './figure.ts'
import { load, type LoadRequest } from './load.ts'
import { npmStart, type OpenedShop } from './npm-start.ts'
import { residentMemory } from './processes.ts'
import { measureSwitch } from './switch.ts'

const starts = 5
const patience = 60_000

/** How soon `npm start` shows the first page when everything is built, and how much memory the shop then takes. */
export async function measureStart({ seconds }: Pace): Promise<Figure[]> {
  return inFreshFolder(async (DATA_DIR) => {
    const open = async (): Promise<OpenedShop> =>
      npmStart(
        root,
        {
          ...cleanEnvironment(),
          LOG_LEVEL: 'warn',
          TRUSTED_PROXIES: 'loopback',
          PORT: String(await freePort()),
          DATA_DIR,
        },
        patience,
      )
    // The very first one makes the database.
    await (await open()).stop()
    const times: number[] = []
    const before: number[] = []
    let after = 0
    for (let round = 0; round < starts; round++) {
      const shop = await open()
      try {
        times.push(shop.openedAfter)
        before.push(residentMemory(shop.pid))
        if (round === starts - 1) after = await memoryAfterLoad(shop, DATA_DIR, seconds)
      } finally {
        await shop.stop()
      }
    }
    return [...describe(times, before, after), ...(await measureSwitch())]
  })
}

function describe(times: number[], before: number[], after: number): Figure[] {
  return [
    atMost({
      name: 'from npm start, everything built, to the first page',
      value: median(times),
      show: show.seconds,
      limit: 3000,
      beside: `${starts} starts: ${times.map(show.seconds).join(', ')}`,
    }),
    atMost({
      name: 'resident memory of the Node process after the start',
      value: median(before),
      show: show.MB,
      limit: 200e6,
    }),
    atMost({
      name: 'resident memory of the Node process after the load',
      value: after,
      show: show.MB,
      limit: 350e6,
      beside: 'cached pages, lists through REST, new carts',
    }),
  ]
}

/** The load: what many visitors do, each as fast as the shop can. */
async function memoryAfterLoad(
  { url, pid }: OpenedShop,
  dataDir: string,
  seconds: number,
): Promise<number> {
  const keys = await readKeys(dataDir)
  for (const request of visits(keys.publishable)) {
    await load({ url, connections: 20, seconds, requests: [request] })
  }
  return residentMemory(pid)
}

function visits(apikey: string): LoadRequest[] {
  return [
    { path: '/shop', headers: { 'accept-encoding': 'br' } },
    {
      path: '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true',
      headers: { apikey },
    },
    {
      method: 'POST',
      path: '/rest/v1/rpc/store_guest_cart',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ p_cart_id: null, p_email: null, p_cart_data: [] }),
      isFromCrowd: true,
    },
    { path: '/search?q=chilli' },
  ]
}
