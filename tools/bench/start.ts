import { simulateSystemdSocket } from '../../tests/support/systemd-socket.ts'
import {
  atMost,
  type Figure,
  createFigure,
  median,
  createZeroFigure,
  type BenchSettings,
  format,
} from './figure.ts'
import { RestartableShop } from './restartable-shop.ts'
import { runLoad, type LoadJob } from './load.ts'
import { withTemporaryFolder, readMemory } from './processes.ts'
import { isResponding, timeNpmStart } from './servers.ts'
import { formRequests } from './visitor.ts'

const starts = 5

/** Measures the time from `npm start` of a built shop to its first page, and the memory of the running shop. */
export async function measureStart(pace: BenchSettings): Promise<Figure[]> {
  const times = await withTemporaryFolder(async (DATA_DIR) => {
    const start = () => timeNpmStart({ DATA_DIR })
    // The first start, which creates the database, does not count.
    await start()
    const taken: number[] = []
    while (taken.length < starts) taken.push(await start())
    return taken
  })
  const name = 'from npm start, everything built, to the first page'
  const all = `${starts} starts: ${times.map(format.seconds).join(', ')}`
  return [
    createFigure(name, median(times), atMost(3000, format.seconds), all),
    ...(await RestartableShop.with({}, (shop) => measureMemory(shop, pace))),
    ...(await measureSwitch()),
  ]
}

async function measureMemory(shop: RestartableShop, { seconds }: BenchSettings): Promise<Figure[]> {
  const before = await readMemory(shop.pid)
  for (const job of visits(shop.keys.publishable)) await runLoad({ ...job, url: shop.url, seconds })
  const after = await readMemory(shop.pid)
  const name = 'resident memory of the Node process after the'
  const what = 'cached pages, lists through REST, new carts'
  return [
    createFigure(`${name} start`, before, atMost(200e6, format.MB)),
    createFigure(`${name} load`, after, atMost(350e6, format.MB), what),
  ]
}

/** Returns jobs that send the requests of many visitors as fast as the shop responds. Its memory is measured after them. */
function visits(apikey: string): Pick<LoadJob, 'requests' | 'isCrowd'>[] {
  const list = '/rest/v1/products?select=*,prices(id,unit_amount)&active=eq.true'
  const [path, body] = formRequests.guestCart(null, [])
  return [
    { requests: [{ path: '/shop', headers: { 'accept-encoding': 'br' } }] },
    { requests: [{ path: list, headers: { apikey } }] },
    { requests: [{ path, headers: { apikey }, body }], isCrowd: true },
    { requests: [{ path: '/search?q=chilli' }] },
  ]
}

/** Measures how long requests wait while the shop's process is replaced by a new one that inherits the listening socket. */
async function measureSwitch(): Promise<Figure[]> {
  const systemd = await simulateSystemdSocket()
  const waits: number[] = []
  let refused = 0
  try {
    await systemd.start()
    for (let round = 0; round < starts; round++) {
      let isOver = false
      const asking = goOnAsking(`${systemd.url}/shop`, () => isOver)
      await systemd.stop()
      await systemd.start()
      isOver = true
      const visits = await asking
      waits.push(Math.max(...visits.map(({ ms }) => ms)))
      refused += visits.filter(({ isAnswered }) => !isAnswered).length
    }
  } finally {
    await systemd.remove()
  }
  const all = `${starts} switches: ${waits.map(format.seconds).join(', ')}`
  const name = 'the longest wait for a page while an update is switched to'
  return [
    createFigure(name, median(waits), atMost(3000, format.seconds), all),
    createZeroFigure('requests without their page while an update is switched to', refused),
  ]
}

async function goOnAsking(url: string, isOver: () => boolean) {
  const visits: { ms: number; isAnswered: boolean }[] = []
  while (!isOver()) {
    const began = performance.now()
    const isAnswered = await isResponding(url)
    visits.push({ ms: performance.now() - began, isAnswered })
  }
  return visits
}
