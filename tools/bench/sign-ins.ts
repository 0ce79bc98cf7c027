import { createAccounts, password } from './accounts.ts'
import { createVisit, everyMs, watch, type Window } from './browsing.ts'
import { inFreshFolder, readKeys, startShop, withServers } from './children.ts'
import { withDatabase, withSql } from './database.ts'
import type { Pace } from './duel.ts'
import { atMost, type Figure, median, remark, show } from './figure.ts'
import { measureBesidePages } from './sign-ins-beside-pages.ts'

const crowd = 10
/** So long sign-ins and pages go on beside each other. */
const besideMs = 30_000

/** How much browsing slows down while ten people sign in at once, again and again. */
export async function measureSignIns({ seconds, rounds }: Pace): Promise<Figure[]> {
  return withDatabase(async (DATABASE_URL) => {
    const accounts = await withSql(DATABASE_URL, (sql) => createAccounts(sql, crowd))
    const emails = accounts.map(({ email }) => email)
    return inFreshFolder((folder) =>
      withServers(
        // The limit on sign-ins from one address is not what is measured.
        [startShop({ DATABASE_URL, DATA_DIR: folder, TRUSTED_PROXIES: 'loopback' })],
        async ({ url }) => {
          const keys = await readKeys(folder)
          const visit = createVisit(url, keys.publishable)
          const signInAll = createCrowd(url, keys.publishable, emails)
          const ms = seconds * 1000
          await watch(visit, ms, null)
          const pairs: { usual: Window; busy: Window }[] = []
          for (let round = 0; round < rounds; round++) {
            const usual = await watch(visit, ms, null)
            pairs.push({
              usual,
              busy: await watch(visit, ms, signInAll),
            })
          }
          const shop = { url, apikey: keys.publishable, databaseUrl: DATABASE_URL }
          return [
            ...describe(pairs, ms),
            await measureBesidePages(shop, emails, Math.max(ms, besideMs)),
          ]
        },
      ),
    )
  })
}

function describe(pairs: { usual: Window; busy: Window }[], ms: number): Figure[] {
  const usual = median(pairs.map((pair) => pair.usual.p95))
  const busy = median(pairs.map((pair) => pair.busy.p95))
  const signIns = median(pairs.map((pair) => pair.busy.rounds * crowd))
  return [
    atMost({
      name: 'browsing while ten sign in at once, to its usual p95',
      value: median(pairs.map((pair) => pair.busy.p95 / pair.usual.p95)),
      show: show.ratio,
      limit: 2,
      beside: `p95 ${show.ms(busy)}, usually ${show.ms(usual)}; ${1000 / everyMs} requests a second to pages and REST`,
    }),
    remark('sign-ins meanwhile', show.rate(signIns / (ms / 1000))),
  ]
}

/** Signs all in at once, again and again for so many ms; says how often. */
function createCrowd(
  url: string,
  apikey: string,
  emails: string[],
): (ms: number) => Promise<number> {
  let wave = 0
  return async (ms) => {
    const end = performance.now() + ms
    const first = wave
    while (performance.now() < end) {
      wave += 1
      const from = `10.${Math.floor(wave / 250)}.${wave % 250}`
      const answers = emails.map((email, index) => signIn(email, `${from}.${index + 1}`))
      await Promise.all(answers)
    }
    return wave - first
  }

  async function signIn(email: string, address: string): Promise<void> {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`a sign-in was answered with ${answer.status}: ${text}`)
  }
}
