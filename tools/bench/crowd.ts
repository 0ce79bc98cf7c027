import { setTimeout as pause } from 'node:timers/promises'
import { type Account, createAccounts, stockProducts } from './database.ts'
import type { Figure } from './figure.ts'
import type { RestartableShop } from './restartable-shop.ts'
import { measureLosses, CrowdNotes, waitUntilSettled } from './ledger.ts'
import { createRandom, pickWeighted } from './random.ts'
import { Shopper, type CrowdContext } from './shopper.ts'

export interface CrowdPlan {
  shoppers: number
  /** The minimum and the maximum pause between two steps of a shopper, in ms. */
  thinkMs: [number, number]
  retryMs: number
  /** The relative probability of each journey. */
  weights: Partial<Record<JourneyName, number>>
  /** The number of accounts that the shoppers take turns in using; 5000 by default. */
  accounts?: number
}

type JourneyName = keyof typeof journeys

const terms = ['chilli', 'sauce', 'smoky', 'vegan', 'gift', 'hot honey', 'taco', 'crisp']
const filters = ['filter=chilli-crisp', 'heat=3-4', 'sort=heat', 'stock=in', 'filter=hot-sauce']
const product = '/shop/chilli-crisp/nashville-chilli-crisp'

/** The steps of a shopper in one visit, by kind of visit. No two shoppers use the same account at the same time. */
const journeys = {
  async browse(shopper: Shopper, _account: Account, random: () => number) {
    await shopper.view('/')
    await shopper.view('/shop')
    await shopper.view(`/shop?${filters[Math.floor(random() * filters.length)]}`)
    await shopper.view(product)
    await shopper.view('/shop')
  },
  async search(shopper: Shopper, _account: Account, random: () => number) {
    await shopper.view('/')
    for (let times = 0; times < 3; times++)
      await shopper.search(terms[Math.floor(random() * terms.length)] ?? '')
    await shopper.view(product)
  },
  async guestCart(shopper: Shopper) {
    await shopper.view('/shop')
    await shopper.view(product)
    for (const pieces of [1, 2, 3]) await shopper.storeGuestCart(pieces)
    await shopper.view('/cart')
  },
  async enquire(shopper: Shopper) {
    await shopper.view('/lgbt-proud-catering')
    await shopper.enquire()
  },
  async signUp(shopper: Shopper) {
    await shopper.view('/')
    await shopper.signUp()
  },
  async account(shopper: Shopper, account: Account) {
    await shopper.view('/auth')
    if (!(await shopper.signIn(account))) return
    await shopper.view('/account-settings')
    await shopper.lookAtOrders(account)
    await shopper.storeCart(account, 1, true)
    await shopper.storeCart(account, 2, true)
  },
  async checkOut(shopper: Shopper, account: Account) {
    await shopper.view('/shop')
    await shopper.view(product)
    await shopper.view('/auth')
    if (!(await shopper.signIn(account))) return
    await shopper.storeCart(account, 1, false)
    await shopper.view('/cart')
    await shopper.checkOut(account)
    await shopper.view('/checkout/success')
    await shopper.lookAtOrders(account)
  },
}

/** The result of `work`, the crowd's observations, and a figure about acknowledged data that the database lacks. */
export interface CrowdRun<T> {
  found: T
  notes: CrowdNotes
  losses: Figure
}

/**
 * Simulates a crowd while `work` runs. Each shopper makes one journey after the other, each time as a new visitor with another IP
 * address. Afterwards waits until all emails are sent and all payments are processed, and checks that the database has all
 * acknowledged data.
 */
export async function withCrowd<T>(
  shop: RestartableShop,
  plan: CrowdPlan,
  seed: number,
  work: () => Promise<T>,
): Promise<CrowdRun<T>> {
  const { accounts, goods } = await shop.withSql(async (sql) => ({
    accounts: await createAccounts(sql, plan.accounts ?? 5000),
    goods: await stockProducts(sql),
  }))
  const random = createRandom(seed)
  const [from, to] = plan.thinkMs
  const world: CrowdContext = {
    url: shop.url,
    keys: shop.keys,
    goods,
    assets: await findAssets(shop.url),
    notes: new CrowdNotes(),
    random,
    think: () => pause(from + random() * (to - from)),
    retryMs: plan.retryMs,
    stubbornMs: 60_000,
  }
  const over = new AbortController()
  const goOn = createJourneys(plan, accounts, world)
  const all = Promise.all(Array.from({ length: plan.shoppers }, () => goOn(over.signal)))
  // Prevents an unhandled rejection; `await all` still throws the error.
  all.catch(() => undefined)
  const { notes } = world
  try {
    const found = await work()
    over.abort()
    await all
    const losses = await shop.withSql(async (sql) => {
      await waitUntilSettled(sql, notes.ledger)
      return measureLosses(sql, notes.ledger)
    })
    return { found, notes, losses }
  } finally {
    // After an error in `work`, shoppers must end at once, so no request is retried.
    world.stubbornMs = 0
    over.abort()
    await all.catch(() => undefined)
  }
}

function createJourneys(
  { weights, thinkMs }: CrowdPlan,
  accounts: Account[],
  world: CrowdContext,
): (over: AbortSignal) => Promise<void> {
  const { random, notes } = world
  const offers = Object.entries(weights).map(([name, weight]) => ({
    go: journeys[name as JourneyName],
    weight,
  }))
  let begun = 0
  return async (over) => {
    const etags = new Map<string, string>()
    await pause(random() * thinkMs[1])
    while (!over.aborted) {
      begun += 1
      const account = accounts[begun % accounts.length]
      if (account === undefined) throw new Error('a crowd needs accounts')
      const address = `10.${20 + (begun >> 16)}.${(begun >> 8) & 255}.${begun & 255}`
      // Half of the journeys are made by a new visitor, whose browser has nothing cached.
      if (random() < 0.5) etags.clear()
      const shopper = new Shopper(world, address, etags)
      await pickWeighted(offers, random).go(shopper, account, random)
      shopper.leave()
      notes.journeys += 1
    }
  }
}

async function findAssets(url: string): Promise<string[]> {
  const page = await (await fetch(url)).text()
  const names = (pattern: RegExp): string[] =>
    [...page.matchAll(pattern)].map(([, path = '']) => path)
  const styles = names(/href="(\/assets\/[^"]+\.css)"/g)
  const scripts = names(/"(\/assets\/[^"]+\.js)"/g)
  return [...new Set([...styles, ...scripts.slice(0, 4)])]
}
