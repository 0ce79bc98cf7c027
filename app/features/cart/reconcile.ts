import type { Cart, CartProduct, StoredLine } from '../../../domain/cart.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { isRefusal } from '../backend-client/api.ts'
import type { CartChange, CartRecord } from './cart-changes.ts'

export interface AccountCart {
  lines: StoredLine[]
  /** True when the cart has been paid for. */
  isCheckedOut: boolean
}

export interface ReconcilerParts {
  read: () => CartRecord
  change: (change: CartChange) => CartRecord
  guestCartId: { read: () => string | null; issue: () => string; drop: () => void }
  restored: { read: () => string | null; drop: () => void }
  userId: () => string | null
  loadGuest: (id: string) => Promise<StoredLine[] | null>
  storeGuest: (id: string, lines: StoredLine[], checkoutStarted?: true) => Promise<void>
  loadAccount: (userId: string) => Promise<AccountCart | null>
  /**
   * Merges the cart that was saved on another device under the address of a new account into the account's cart on the server.
   * `wasTaken` is true when the account already contains the guest cart of this browser.
   */
  takeOverSaved: (guestCartId: string | null) => Promise<{ wasTaken: boolean }>
  storeAccount: (userId: string, lines: StoredLine[]) => Promise<void>
  loadProducts: (ids: string[]) => Promise<ReadonlyMap<string, CartProduct>>
  alone: (work: () => Promise<void>) => Promise<void>
  later: (work: () => void, delay: number) => () => void
  log: (message: string, cause: unknown) => void
}

export interface Reconciler {
  changed: () => void
  /** Synchronises at once, even while a retry is scheduled. Never throws. */
  run: () => Promise<void>
  /**
   * Must be called when the cart of the account may have changed on the server. It is then loaded, unless this browser has unsent
   * changes.
   */
  changedElsewhere: () => Promise<void>
  checkoutStarted: () => Promise<void>
}

/** The maximum delay between two attempts, in ms. The delays are 1 s, 2 s, 4 s and so on. */
const longestPause = 60_000

/** Changes within this time, in ms, are sent in one request. */
const gather = 300

/**
 * Synchronises the cart of this browser with the server. Local changes are newer, so they override the server's cart. A failed
 * attempt is logged and retried, unless the server refuses the request. A response that is older than the last local change is
 * ignored.
 */
export function createReconciler(parts: ReconcilerParts): Reconciler {
  const steps = createSteps(parts)
  let cancel = () => {}
  let failures = 0
  let running: Promise<void> | null = null
  let again = false

  function schedule(delay: number): void {
    cancel()
    cancel = parts.later(() => void run(), delay)
  }

  async function attempt(): Promise<void> {
    try {
      await parts.alone(steps.take)
      failures = 0
    } catch (cause) {
      parts.log('Cart: could not be brought in step with the server', cause)
      if (!isRefusal(cause)) schedule(Math.min(longestPause, 1000 * 2 ** failures++))
    }
  }

  async function loop(): Promise<void> {
    do {
      again = false
      cancel()
      await attempt()
    } while (again)
  }

  function run(): Promise<void> {
    if (running !== null) again = true
    else
      running = loop().finally(() => {
        running = null
      })
    return running
  }

  async function checkoutStarted(): Promise<void> {
    try {
      const { owner, items } = parts.read()
      if (owner !== null || items.length === 0) return
      const id = parts.guestCartId.read() ?? parts.guestCartId.issue()
      await parts.storeGuest(id, linesOf(parts.read()), true)
    } catch (cause) {
      parts.log('Cart: the start of a checkout could not be noted', cause)
    }
  }

  const changedElsewhere = () => {
    steps.reload()
    return run()
  }

  return { changed: () => schedule(gather), run, changedElsewhere, checkoutStarted }
}

function createSteps(parts: ReconcilerParts): { take: () => Promise<void>; reload: () => void } {
  let [loaded, isElsewhere] = [false, false]
  async function take(): Promise<void> {
    const userId = parts.userId()
    if (userId !== null && parts.read().owner !== userId) await mergeIntoAccount(parts, userId)
    else if (userId === null && !loaded) await loadGuest(parts)
    else if (userId !== null && (!loaded || isElsewhere))
      await loadAccount(parts, userId, isElsewhere)
    ;[loaded, isElsewhere] = [true, false]
    await emptyRows(parts)
    await store(parts, userId)
  }
  return { take, reload: () => void (isElsewhere = true) }
}

async function mergeIntoAccount(parts: ReconcilerParts, owner: string): Promise<void> {
  const guestCartId = parts.guestCartId.read()
  const { wasTaken } = await parts.takeOverSaved(guestCartId)
  const stored = await toItems(parts, (await parts.loadAccount(owner))?.lines ?? [])
  if (parts.userId() !== owner) return
  const isThere = wasTaken || parts.restored.read() === owner
  const items = isThere ? mergeQuantities(parts.read(), stored) : stored
  parts.restored.drop()
  parts.change({ kind: 'adopt', owner, items, guestCartId })
  parts.guestCartId.drop()
}

/**
 * Returns the quantities by which `stored` exceeds the guest's cart in this browser, so that adding them results in the larger
 * quantity of each line.
 */
function mergeQuantities({ owner, items }: CartRecord, stored: Cart): Cart {
  if (owner !== null) return stored
  const here = new Map(items.map((item) => [item.product.id, item.quantity]))
  return stored
    .map((item) => ({ ...item, quantity: item.quantity - (here.get(item.product.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

async function loadGuest(parts: ReconcilerParts): Promise<void> {
  const { dirty, owner, items, version } = parts.read()
  if (dirty || owner !== null) return
  const id = parts.guestCartId.read()
  const lines = id === null ? null : await parts.loadGuest(id)
  if (lines !== null && lines.length > 0) await takeOver(parts, lines, version)
  else if (items.length > 0) parts.change({ kind: 'migrate' })
}

/**
 * Loads the cart of the account when this browser has none, when it was changed on another device, or when the whole cart was paid
 * for on another device: then the unchanged lines in this browser are bought, too.
 */
async function loadAccount(
  parts: ReconcilerParts,
  userId: string,
  isElsewhere: boolean,
): Promise<void> {
  const { dirty, owner, items, version } = parts.read()
  if (dirty || owner !== userId) return
  const stored = await parts.loadAccount(userId)
  if (stored === null) return
  const isBought = stored.isCheckedOut && stored.lines.length === 0
  if (items.length === 0 || isBought || isElsewhere) await takeOver(parts, stored.lines, version)
}

async function takeOver(
  parts: ReconcilerParts,
  lines: StoredLine[],
  version: number,
): Promise<void> {
  if (sameLines(lines, linesOf(parts.read()))) return
  parts.change({ kind: 'load', items: await toItems(parts, lines), version })
}

async function emptyRows(parts: ReconcilerParts): Promise<void> {
  for (const guestCartId of parts.read().emptied) {
    await parts.storeGuest(guestCartId, []).catch(unlessRefused)
    parts.change({ kind: 'row emptied', guestCartId })
  }
}

/** A refused request is skipped, because it would otherwise block the synchronisation for ever. */
function unlessRefused(cause: unknown): void {
  if (!isRefusal(cause)) throw cause
}

async function store(parts: ReconcilerParts, userId: string | null): Promise<void> {
  for (let record = parts.read(); record.dirty; record = parts.read()) {
    if (record.owner !== userId) return
    if (userId !== null) await parts.storeAccount(userId, linesOf(record))
    else
      await parts.storeGuest(parts.guestCartId.read() ?? parts.guestCartId.issue(), linesOf(record))
    parts.change({ kind: 'stored', version: record.version })
  }
}

/** The server accepts only UUIDs. A line that somebody has written into the storage by hand is not sent. */
function linesOf(record: CartRecord): StoredLine[] {
  return toStoredLines(record.items).filter((line) => isUuid(line.product_id))
}

function sameLines(one: StoredLine[], other: StoredLine[]): boolean {
  return JSON.stringify(one.map(toPair).sort()) === JSON.stringify(other.map(toPair).sort())
}

function toPair({ product_id, quantity }: StoredLine): string {
  return `${product_id} ${quantity}`
}

/**
 * Returns the lines with their products. A product that is no longer on sale is left out, unless this browser has it in the cart.
 */
async function toItems(parts: ReconcilerParts, lines: StoredLine[]): Promise<Cart> {
  const known = new Map(parts.read().items.map((item) => [item.product.id, item.product]))
  const fresh =
    lines.length === 0 ? known : await parts.loadProducts(lines.map((line) => line.product_id))
  return lines.flatMap(({ product_id, quantity }) => {
    const product = fresh.get(product_id) ?? known.get(product_id)
    if (product === undefined) return []
    return [
      product.priceId === null
        ? { product, quantity }
        : { product, quantity, priceId: product.priceId },
    ]
  })
}
