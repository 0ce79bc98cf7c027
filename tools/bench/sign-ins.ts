import { browseBeside } from './beside.ts'
import { createAccounts, password, withSql } from './database.ts'
import { type Figure, median, type Pace, remark, show } from './figure.ts'
import { load } from './load.ts'
import { withShop } from './servers.ts'

const crowd = 10

/** How much browsing slows down while ten people sign in at once, again and again. */
export async function measureSignIns(pace: Pace): Promise<Figure[]> {
  return withShop(async ({ url, keys: { publishable: apikey }, databaseUrl }) => {
    const accounts = await withSql(databaseUrl, (sql) => createAccounts(sql, crowd))
    const requests = accounts.map(({ email }) => ({
      method: 'POST' as const,
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey },
      body: { email, password },
    }))
    // From addresses of their own: the limit on sign-ins from one is not what is measured.
    const signIn = (seconds: number) =>
      load({ url, seconds, requests, connections: crowd, isCrowd: true })
    const name = 'browsing while ten sign in at once, to its usual p95'
    const { figure, done } = await browseBeside(name, { url, apikey }, pace, signIn)
    const rate = median(done.map((signedIn) => signedIn.rate))
    return [figure, remark('sign-ins meanwhile', show.rate(rate))]
  })
}
