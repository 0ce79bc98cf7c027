import { setTimeout as pause } from 'node:timers/promises'
import { filters, heatRanges } from '../../domain/filters.ts'
import { password } from './accounts.ts'
import { withSql } from './database.ts'
import { type Figure, percentile, remark, show } from './figure.ts'
import { type Answer, createVisitor } from './visitor.ts'

/** Eight a second. */
const everyMs = 125
/** How often a price changes, in sign-ins. */
const changesEvery = 2

/** Lists of which each has to be rendered and compressed anew when a price has changed. */
const lists = filters.flatMap(({ slug }) =>
  Object.keys(heatRanges).flatMap((heat) =>
    ['price', 'heat'].map((sort) => `/shop?filter=${slug}&heat=${heat}&sort=${sort}`),
  ),
)

/** How long sign-ins take, eight a second, while prices change and twice as many lists are asked for. */
export async function measureBesidePages(
  shop: { url: string; apikey: string; databaseUrl: string },
  emails: string[],
  ms: number,
): Promise<Figure> {
  const { ask, leave } = createVisitor(shop.url, { 'accept-encoding': 'br' })
  const signIn = (turn: number): Promise<Answer> =>
    ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: shop.apikey, 'x-forwarded-for': `10.7.${turn >> 8}.${turn & 255}` },
      body: { email: emails[turn % emails.length], password },
    })
  const signIns: Promise<Answer>[] = []
  const pages: Promise<Answer>[] = []
  await withSql(shop.databaseUrl, async (sql) => {
    for (let turn = 0; turn < ms / everyMs; turn++) {
      signIns.push(signIn(turn))
      for (const place of [2 * turn, 2 * turn + 1])
        pages.push(ask(lists[place % lists.length] ?? ''))
      if (turn % changesEvery === 0)
        await sql`update public.products set "Sort_order" = "Sort_order" + 1`
      await pause(everyMs)
    }
  })
  const describe = (answers: Answer[]) => {
    const times = Float64Array.from(answers.map((answer) => answer.ms)).sort()
    const refused = answers.filter(({ status }) => status !== 200).length
    return {
      p95: percentile(times, 0.95),
      words: `middle ${show.ms(percentile(times, 0.5))}, longest ${show.ms(times.at(-1) ?? 0)}, ${refused} refused`,
    }
  }
  const [own, beside] = [describe(await Promise.all(signIns)), describe(await Promise.all(pages))]
  leave()
  return remark(
    'p95 of sign-ins, eight a second, beside pages that are rendered and compressed',
    show.ms(own.p95),
    `${own.words}; pages p95 ${show.ms(beside.p95)}, ${beside.words}`,
  )
}
