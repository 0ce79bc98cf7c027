import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, type StockedProduct, password } from './database.ts'
import type { CrowdNotes } from './ledger.ts'
import {
  type VisitorResponse,
  createVisitor,
  type FormRequest,
  formRequests,
  type VisitorRequest,
  type Visitor,
} from './visitor.ts'

/** The state that all shoppers of a crowd share. */
export interface CrowdContext {
  url: string
  keys: { publishable: string; sandboxToken: string }
  goods: StockedProduct[]
  /** The paths of the styles and scripts that a browser loads with its first page. */
  assets: string[]
  notes: CrowdNotes
  random: () => number
  /** Resolves after a random pause between two steps of a shopper. */
  think: () => Promise<void>
  /** The delay in ms before a failed request is retried. */
  retryMs: number
  /** The time in ms for which a shopper retries a failed request. */
  stubbornMs: number
}

const zipped = { 'accept-encoding': 'gzip, deflate, br' }

const payment = {
  name: 'Sam Ple',
  line1: '12 Rye Lane',
  line2: '',
  city: 'London',
  postcode: 'SE15 5BS',
  country: 'GB',
  card: '4242 4242 4242 4242',
  do: 'pay',
}

/** Simulates a shopper with a browser and an IP address. Records the data that the shop acknowledges in the ledger. */
export class Shopper {
  readonly #world: CrowdContext
  readonly #address: string
  readonly #etags: Map<string, string>
  readonly #visitor: Visitor
  readonly #cart = randomUUID()
  #token: string | null = null

  /** `etags` are the ETags of pages in the browser's cache, by path; it is empty for a new visitor. */
  constructor(world: CrowdContext, address: string, etags: Map<string, string>) {
    this.#world = world
    this.#address = address
    this.#etags = etags
    this.#visitor = createVisitor(world.url, { 'user-agent': 'Mozilla/5.0 (bench)' })
  }

  leave(): void {
    this.#visitor.leave()
  }

  /** Opens a page as a browser does, then waits for the shopper's pause. */
  async view(path: string, kind = 'page'): Promise<void> {
    const known = this.#etags.get(path)
    const headers = {
      accept: 'text/html',
      ...zipped,
      ...(known !== undefined && { 'if-none-match': known }),
    }
    const isFirst = this.#etags.size === 0
    const { headers: received } = await this.#ask(kind, path, { headers })
    if (received.etag !== undefined) this.#etags.set(path, received.etag)
    if (isFirst)
      await Promise.all(
        this.#world.assets.map((asset) => this.#ask('asset', asset, { headers: zipped })),
      )
    await this.#world.think()
  }

  search(term: string): Promise<void> {
    return this.view(`/search?q=${encodeURIComponent(term)}`, 'search')
  }

  /** Signs in and requests the email "Welcome back", as the sign-in page does. Returns false when the sign-in is refused. */
  async signIn({ email, id }: Account): Promise<boolean> {
    const body = { email, password }
    const answer = await this.#insist('sign-in', '/auth/v1/token?grant_type=password', { body })
    if (answer.status !== 200) return false
    this.#token = JSON.parse(String(answer.body)).access_token
    await this.#insist('account', `/rest/v1/profiles?select=full_name&id=eq.${id}`)
    const greeting = { email, name: '', slug: 'welcome_back' }
    await this.#insist('account', '/functions/v1/sendEmailBySlug', { body: greeting })
    return true
  }

  async lookAtOrders({ id }: Account): Promise<void> {
    const columns = 'id,number,status,total,order_items(position,name,quantity,unit_amount)'
    const path = `/rest/v1/orders?select=${columns}&user_id=eq.${id}&order=created_at.desc&limit=100`
    await this.#insist('account', path)
    await this.#world.think()
  }

  /** Stores a guest's cart that contains `pieces` pieces of one product. */
  async storeGuestCart(pieces: number): Promise<void> {
    const lines = [{ product_id: this.#world.goods[0]?.product_id, quantity: pieces }]
    const { status } = await this.#send('cart', formRequests.guestCart(this.#cart, lines))
    if (status < 300) this.#world.notes.ledger.guestCarts[this.#cart] = pieces
    await this.#world.think()
  }

  /**
   * Stores an account's cart that contains `pieces` pieces of one product. `isKept` records it in the ledger; it is false when the
   * shopper buys the cart, which empties it.
   */
  async storeCart({ id, email }: Account, pieces: number, isKept: boolean): Promise<void> {
    const items = [{ product_id: this.#world.goods[0]?.product_id, quantity: pieces }]
    const body = { user_id: id, email, items, checked_out: false, updated_at: new Date() }
    const headers = { prefer: 'resolution=merge-duplicates' }
    const path = '/rest/v1/carts?on_conflict=user_id'
    // Removes the account's earlier cart from the ledger before the request, because the request may replace that cart even if its
    // response is lost.
    delete this.#world.notes.ledger.carts[id]
    const { status } = await this.#insist('cart', path, { body, headers })
    if (status < 300 && isKept) this.#world.notes.ledger.carts[id] = pieces
    await this.#world.think()
  }

  async enquire(): Promise<void> {
    const email = `${randomUUID()}@guest.example`
    const { status } = await this.#send('enquiry', formRequests.catering('A Guest', email))
    if (status < 300) this.#world.notes.ledger.enquiries.push(email)
  }

  async signUp(): Promise<void> {
    const email = `${randomUUID()}@reader.example`
    const { status } = await this.#send('sign-up', formRequests.newsletter('A Reader', email))
    // Status 409 also means success: the first request created the sign-up and only its response was lost.
    if (status < 300 || status === 409) this.#world.notes.ledger.signUps.push(email)
  }

  /** Buys one product: from the checkout button of the cart until the order is paid. */
  async checkOut({ id }: Account): Promise<void> {
    const { goods, random, notes } = this.#world
    const good = goods[Math.floor(random() * goods.length)]
    const body = {
      user_id: id,
      cart_items: [{ ...good, quantity: 1 }],
      delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
    }
    const began = performance.now()
    const answer = await this.#insist('checkout', '/functions/v1/create-checkout', { body })
    if (answer.status !== 200) return
    const session: { url: string; session_id: string } = JSON.parse(String(answer.body))
    notes.ledger.sessions.push(session.session_id)
    if (!(await this.#pay(session.url))) return
    notes.ledger.paid.push(session.session_id)
    if (await this.#isPaid(session.session_id))
      notes.time('checkout to the paid order', performance.now() - began)
  }

  /** Submits the payment page. Returns true when the payment was accepted. */
  async #pay(address: string): Promise<boolean> {
    const { pathname, origin } = new URL(address)
    const isPatient = this.#patience()
    for (let tries = 0; isPatient(); tries++) {
      const page = await this.#insist('payment', pathname)
      const token = /name="token" value="([0-9a-f]+)"/.exec(String(page.body))?.[1]
      // After a first attempt, a page without a form means that the payment was accepted and only the response was lost.
      if (token === undefined) return tries > 0
      const answer = await this.#ask('payment', pathname, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
        body: String(new URLSearchParams({ ...payment, token })),
      })
      if (answer.status === 303) return true
      await pause(this.#world.retryMs)
    }
    return false
  }

  /** Polls the order's status like the page after a payment. Returns true when the order is paid. */
  async #isPaid(session: string): Promise<boolean> {
    const path = `/rest/v1/orders?select=status&stripe_session_id=eq.${session}`
    const isPatient = this.#patience()
    while (isPatient()) {
      const answer = await this.#insist('account', path)
      if (String(answer.body).includes('"paid"')) return true
      await pause(250)
    }
    return false
  }

  #patience(): () => boolean {
    const began = performance.now()
    return () => performance.now() - began < this.#world.stubbornMs
  }

  #send(kind: string, [path, body]: FormRequest): Promise<VisitorResponse> {
    return this.#insist(kind, path, { body })
  }

  async #insist(
    kind: string,
    path: string,
    question: VisitorRequest = {},
  ): Promise<VisitorResponse> {
    const isPatient = this.#patience()
    for (;;) {
      const answer = await this.#ask(kind, path, question)
      const isAnswered = answer.status > 0 && answer.status < 500
      if (isAnswered || !isPatient()) return answer
      await pause(this.#world.retryMs)
    }
  }

  async #ask(kind: string, path: string, question: VisitorRequest): Promise<VisitorResponse> {
    const { keys, notes } = this.#world
    const isSandbox = path.startsWith('/sandbox/')
    const identity: Record<string, string> = isSandbox
      ? { cookie: `sandbox_token=${keys.sandboxToken}` }
      : { 'x-forwarded-for': this.#address }
    if (/^\/(rest|auth|functions)\//.test(path)) {
      identity.apikey = keys.publishable
      if (this.#token !== null) identity.authorization = `Bearer ${this.#token}`
    }
    const headers = { ...identity, ...question.headers }
    const answer = await this.#visitor.ask(path, { ...question, headers })
    notes.answered(kind, path, answer)
    return answer
  }
}
