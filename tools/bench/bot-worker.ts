import { randomUUID } from 'node:crypto'
import { constants, setPriority } from 'node:os'

/** What the bot is told. */
export interface BotJob {
  url: string
  apikey: string
  /** So long it is at it. */
  ms: number
}

/** How many connections it uses at once. */
const connections = 4
/** The bot's own address; visitors come from another. */
const botAddress = '10.66.6.6'

/** The process of a bot that posts every form as fast as it can. Its argument is a BotJob as JSON; it prints its rounds. */
const job: BotJob = JSON.parse(process.argv[2] ?? '')
// A bot has a machine of its own; of this one it gets what the shop and its visitors leave.
setPriority(constants.priority.PRIORITY_LOW)
const postAll = createBot(job.url, job.apikey)
const end = performance.now() + job.ms
let rounds = 0
while (performance.now() < end) {
  await postAll()
  rounds += 1
}
process.stdout.write(String(rounds))

/** Posts each form once, every time in another name. */
function createBot(url: string, apikey: string): () => Promise<void> {
  async function post(path: string, body: object): Promise<void> {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': botAddress },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}: ${text}`)
  }
  return async () => {
    const name = 'Busy Bot'
    const email = `${randomUUID()}@bot.example`
    const message = 'Two griddles, please, and a cake.'
    const cartData = [{ product_id: randomUUID(), quantity: 1 }]
    const forms: [path: string, body: object][] = [
      [
        '/functions/v1/secure-catering-inquiry',
        {
          name,
          email,
          message,
          eventType: 'Wedding',
          guestCount: '60',
        },
      ],
      ['/functions/v1/consultancy-inquiry', { name, email, details: message }],
      ['/functions/v1/secure-guest-email/save', { email, cartData, wantsCode: true }],
      ['/rest/v1/newsletter_signups', { name, email }],
      [
        '/rest/v1/rpc/store_guest_cart',
        {
          p_cart_id: null,
          p_email: null,
          p_cart_data: cartData,
        },
      ],
      ['/rest/v1/rpc/discount_of', { p_code: 'TEN0A1B2C3D4' }],
      ['/auth/v1/signup', { email, password: 'Hot5auce4Me', data: { full_name: name } }],
      ['/auth/v1/token?grant_type=password', { email, password: 'Hot5auce4Me' }],
      ['/auth/v1/recover', { email }],
    ]
    // Each connection takes the next form as soon as its last one is answered.
    const open = forms.values()
    const connection = async () => {
      for (const [path, body] of open) await post(path, body)
    }
    await Promise.all(Array.from({ length: connections }, connection))
  }
}
