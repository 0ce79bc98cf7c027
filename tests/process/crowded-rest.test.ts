import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCateringEnquiry } from '../support/enquiries.ts'
import { sendRawRequest, type RawResponse } from '../support/raw-http.ts'
import { openPreparedShop, type RunningShop } from '../support/running-shop.ts'

let shop: RunningShop
let apikey: string

beforeAll(async () => {
  shop = await openPreparedShop({ TRUSTED_PROXIES: 'loopback' })
  apikey = (await shop.keys()).publishable
})
afterAll(() => shop.remove())

const attacker = '203.0.113.66'
const shopper = '198.51.100.7'

function read(query: string, from: string): Promise<RawResponse> {
  const headers = { apikey, 'x-forwarded-for': from }
  return sendRawRequest(`${shop.url}/rest/v1/products?${query}`, { headers })
}

/**
 * Simulates forty clients with one IP address that send requests without a pause, each one at a time, until `stop` is
 * called.
 */
function attack(query: string) {
  const statuses: number[] = []
  let isOn = true
  const senders = Array.from({ length: 40 }, async () => {
    while (isOn) statuses.push((await read(query, attacker)).status)
  })
  return {
    statuses,
    stop: async () => {
      isOn = false
      await Promise.all(senders)
    },
  }
}

/** Makes one request of each kind that a visit needs, from another IP address. Returns their statuses. */
async function visitShop(): Promise<Record<string, number>> {
  const headers = { 'x-forwarded-for': shopper }
  const json = { ...headers, apikey, 'content-type': 'application/json' }
  const enquiry = JSON.stringify(aCateringEnquiry())
  const asked = {
    page: sendRawRequest(`${shop.url}/shop/hot-sauce/apple-terror-sauce`, { headers }),
    grid: sendRawRequest(`${shop.url}/shop?filter=mild`, { headers }),
    search: sendRawRequest(`${shop.url}/search?q=sauce`, { headers }),
    overlay: read('select=id&or=(name.ilike."*sauce*")', shopper),
    enquiry: sendRawRequest(`${shop.url}/functions/v1/secure-catering-inquiry`, {
      method: 'POST',
      headers: json,
      body: enquiry,
    }),
    cart: sendRawRequest(`${shop.url}/rest/v1/rpc/store_guest_cart`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ p_cart_id: null, p_email: null, p_cart_data: [] }),
    }),
  }
  const answers = await Promise.all(
    Object.entries(asked).map(async ([what, answer]) => [what, (await answer).status]),
  )
  return Object.fromEntries(answers)
}

const allIsWell = { page: 200, grid: 200, search: 200, overlay: 200, enquiry: 200, cart: 200 }

const catastrophe = '((x{1,25}){1,25}){1,12}'
const phrases = Array.from({ length: 100 }, (_, i) => `description.not.phfts.the sauce z${i}`)
const columns = Array.from({ length: 95 }, (_, i) => `a${i}:description`)

test(
  'regular expressions are refused before the query reaches the database',
  { tags: ['abuse-33'] },
  async () => {
    const query = `or=(description.match.${encodeURIComponent(`"${catastrophe}"`)})`
    const answers = await Promise.all(Array.from({ length: 40 }, () => read(query, attacker)))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(400))
  },
)

test.each([
  ['a hundred full-text searches', `and=(${encodeURIComponent(phrases.join())})`],
  ['the widest response', `select=prices(products(${columns.join()}))`],
])(
  'the shop serves everybody else while one address requests %s without end',
  { tags: ['abuse-32'] },
  async (_, query) => {
    const { statuses, stop } = attack(query)
    await expect.poll(() => statuses.includes(200)).toBe(true)
    const before = statuses.length
    expect(await visitShop()).toEqual(allIsWell)
    await expect.poll(() => statuses.length).toBeGreaterThan(before)
    await stop()
    // The attacker's requests get no result, because they time out in the queue or are refused when it is full.
    expect(statuses.filter((status) => ![200, 429, 504].includes(status))).toEqual([])
    expect(statuses).toContain(429)
  },
)
