import type { Cart, CartProduct, StoredLine } from '../../../domain/cart.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { isPermanentRefusal } from '../backend-client/api.ts'
import type { CartChange, StoredCart } from './cart-changes.ts'

export interface AccountCart {
  lines: StoredLine[]
  /** True when the cart has been paid for. */
  isCheckedOut: boolean
}

export interface ReconcilerDependencies {
  read: () => StoredCart
  change: (change: CartChange) => StoredCart
  guestCartId: { read: () => string | null; issue: () => string; remove: () => void }
  restored: { read: () => string | null; remove: () => void }
  userId: () => string | null
  loadGuest: (id: string) => Promise<StoredLine[] | null>
  storeGuest: (id: string, lines: StoredLine[], checkoutStarted?: true) => Promise<void>
  loadAccount: (userId: string) => Promise<AccountCart | null>
  /**
   * Merges the cart that was saved on another device under the email address of a new account into the account's cart on the
   * server. `wasTaken` is true when the account already contains the guest cart of this browser.
   */
  takeOverSaved: (guestCartId: string | null) => Promise<{ wasTaken: boolean }>
  storeAccount: (userId: string, lines: StoredLine[]) => Promise<void>
  loadProducts: (ids: string[]) => Promise<ReadonlyMap<string, CartProduct>>
  withLock: (work: () => Promise<void>) => Promise<void>
  startTimer: (work: () => void, delay: number) => () => void
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
const maxDelayMs = 60_000

/** Changes within this time, in ms, are sent in one request. */
const batchMs = 300

/**
 * Synchronises the cart of this browser with the server. Local changes are newer, so they override the server's cart. A failed
 * attempt is logged and retried, unless the server refuses the request. A response that is older than the last local change is
 * ignored.
 */
export function createReconciler(deps: ReconcilerDependencies): Reconciler {
  const synchroniser = createSynchroniser(deps)
  let cancel = () => {}
  let failures = 0
  let running: Promise<void> | null = null
  let isRequestedAgain = false

  function schedule(delay: number): void {
    cancel()
    cancel = deps.startTimer(() => void run(), delay)
  }

  async function attempt(): Promise<void> {
    try {
      await deps.withLock(synchroniser.synchronise)
      failures = 0
    } catch (cause) {
      deps.log('Cart: could not be synchronised with the server', cause)
      if (!isPermanentRefusal(cause)) schedule(Math.min(maxDelayMs, 1000 * 2 ** failures++))
    }
  }

  async function runUntilDone(): Promise<void> {
    do {
      isRequestedAgain = false
      cancel()
      await attempt()
    } while (isRequestedAgain)
  }

  function run(): Promise<void> {
    if (running !== null) isRequestedAgain = true
    else
      running = runUntilDone().finally(() => {
        running = null
      })
    return running
  }

  async function checkoutStarted(): Promise<void> {
    try {
      const { owner, items } = deps.read()
      if (owner !== null || items.length === 0) return
      const id = deps.guestCartId.read() ?? deps.guestCartId.issue()
      await deps.storeGuest(id, getValidLines(deps.read()), true)
    } catch (cause) {
      deps.log('Cart: the start of a checkout could not be noted', cause)
    }
  }

  const changedElsewhere = () => {
    synchroniser.reload()
    return run()
  }

  return { changed: () => schedule(batchMs), run, changedElsewhere, checkoutStarted }
}

function createSynchroniser(deps: ReconcilerDependencies): {
  synchronise: () => Promise<void>
  reload: () => void
} {
  let [loaded, isChangedElsewhere] = [false, false]
  async function synchronise(): Promise<void> {
    const userId = deps.userId()
    if (userId !== null && deps.read().owner !== userId) await mergeIntoAccount(deps, userId)
    else if (userId === null && !loaded) await loadGuest(deps)
    else if (userId !== null && (!loaded || isChangedElsewhere))
      await loadAccount(deps, userId, isChangedElsewhere)
    ;[loaded, isChangedElsewhere] = [true, false]
    await emptyRows(deps)
    await store(deps, userId)
  }
  return { synchronise, reload: () => void (isChangedElsewhere = true) }
}

async function mergeIntoAccount(deps: ReconcilerDependencies, owner: string): Promise<void> {
  const guestCartId = deps.guestCartId.read()
  const { wasTaken } = await deps.takeOverSaved(guestCartId)
  const stored = await toItems(deps, (await deps.loadAccount(owner))?.lines ?? [])
  if (deps.userId() !== owner) return
  const isMerged = wasTaken || deps.restored.read() === owner
  const items = isMerged ? mergeQuantities(deps.read(), stored) : stored
  deps.restored.remove()
  deps.change({ kind: 'adopt', owner, items, guestCartId })
  deps.guestCartId.remove()
}

/**
 * Returns the quantities by which `stored` exceeds the guest's cart in this browser, so that adding them results in the larger
 * quantity of each line.
 */
function mergeQuantities({ owner, items }: StoredCart, stored: Cart): Cart {
  if (owner !== null) return stored
  const localQuantities = new Map(items.map((item) => [item.product.id, item.quantity]))
  return stored
    .map((item) => ({
      ...item,
      quantity: item.quantity - (localQuantities.get(item.product.id) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

async function loadGuest(deps: ReconcilerDependencies): Promise<void> {
  const { dirty, owner, items, version } = deps.read()
  if (dirty || owner !== null) return
  const id = deps.guestCartId.read()
  const lines = id === null ? null : await deps.loadGuest(id)
  if (lines !== null && lines.length > 0) await replaceItems(deps, lines, version)
  else if (items.length > 0) deps.change({ kind: 'migrate' })
}

/**
 * Loads the cart of the account when this browser has none, when it was changed on another device, or when the whole cart was paid
 * for on another device: then the unchanged lines in this browser are bought, too.
 */
async function loadAccount(
  deps: ReconcilerDependencies,
  userId: string,
  isChangedElsewhere: boolean,
): Promise<void> {
  const { dirty, owner, items, version } = deps.read()
  if (dirty || owner !== userId) return
  const stored = await deps.loadAccount(userId)
  if (stored === null) return
  const isBought = stored.isCheckedOut && stored.lines.length === 0
  if (items.length === 0 || isBought || isChangedElsewhere)
    await replaceItems(deps, stored.lines, version)
}

async function replaceItems(
  deps: ReconcilerDependencies,
  lines: StoredLine[],
  version: number,
): Promise<void> {
  if (areSameLines(lines, getValidLines(deps.read()))) return
  deps.change({ kind: 'load', items: await toItems(deps, lines), version })
}

async function emptyRows(deps: ReconcilerDependencies): Promise<void> {
  for (const guestCartId of deps.read().emptied) {
    await deps.storeGuest(guestCartId, []).catch(ignoreRefusal)
    deps.change({ kind: 'row emptied', guestCartId })
  }
}

/** A refused request is skipped, because it would otherwise block the synchronisation for ever. */
function ignoreRefusal(cause: unknown): void {
  if (!isPermanentRefusal(cause)) throw cause
}

async function store(deps: ReconcilerDependencies, userId: string | null): Promise<void> {
  for (let record = deps.read(); record.dirty; record = deps.read()) {
    if (record.owner !== userId) return
    if (userId !== null) await deps.storeAccount(userId, getValidLines(record))
    else
      await deps.storeGuest(
        deps.guestCartId.read() ?? deps.guestCartId.issue(),
        getValidLines(record),
      )
    deps.change({ kind: 'stored', version: record.version })
  }
}

/** The server accepts only UUIDs. A line that somebody has written into the storage by hand is not sent. */
function getValidLines(record: StoredCart): StoredLine[] {
  return toStoredLines(record.items).filter((line) => isUuid(line.product_id))
}

function areSameLines(one: StoredLine[], other: StoredLine[]): boolean {
  return JSON.stringify(one.map(toPair).sort()) === JSON.stringify(other.map(toPair).sort())
}

function toPair({ product_id, quantity }: StoredLine): string {
  return `${product_id} ${quantity}`
}

/** Returns the lines with their products. Leaves out products that are neither on sale nor in the cart of this browser. */
async function toItems(deps: ReconcilerDependencies, lines: StoredLine[]): Promise<Cart> {
  const localProducts = new Map(deps.read().items.map((item) => [item.product.id, item.product]))
  const loadedProducts =
    lines.length === 0
      ? localProducts
      : await deps.loadProducts(lines.map((line) => line.product_id))
  return lines.flatMap(({ product_id, quantity }) => {
    const product = loadedProducts.get(product_id) ?? localProducts.get(product_id)
    if (product === undefined) return []
    return [
      product.priceId === null
        ? { product, quantity }
        : { product, quantity, priceId: product.priceId },
    ]
  })
}
