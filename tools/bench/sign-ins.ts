import { browseBeside } from './beside.ts'
import { createAccounts, password, withSql } from './database.ts'
import { type Figure, median, type Pace, remark, show } from './figure.ts'
import { KeptShop } from './kept-shop.ts'
import { load } from './load.ts'

const crowd = 10

/** How much browsing slows down while ten people sign in at once, again and again. */
export async function measureSignIns(pace: Pace): Promise<Figure[]> {
  return KeptShop.with({}, async (shop) => {
    const { url, keys } = shop
    const accounts = await withSql(await shop.databaseUrl(), (sql) => createAccounts(sql, crowd))
    const requests = accounts.map(({ email }) => ({
      method: 'POST' as const,
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey: keys.publishable },
      body: { email, password },
    }))
    // From addresses of their own: the limit on sign-ins from one is not what is measured.
    const signIn = (seconds: number) =>
      load({ url, seconds, requests, connections: crowd, isCrowd: true })
    const name = 'browsing while ten sign in at once, to its usual p95'
    const { figure, done } = await browseBeside(name, shop, pace, signIn)
    return [figure, remark('sign-ins meanwhile', show.rate(median(done.map(({ rate }) => rate))))]
  })
}
