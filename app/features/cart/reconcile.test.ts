import { afterEach, describe, expect, test, vi } from 'vitest'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import type { StoredLine } from '../../../domain/cart.ts'
import { ApiError } from '../backend-client/api.ts'
import { applyChange, emptyStoredCart } from './cart-changes.ts'
import type { CartChange, StoredCart } from './cart-changes.ts'
import { createReconciler } from './reconcile.ts'
import { withCartLock } from './start-reconciler.ts'
import type { ReconcilerDependencies } from './reconcile.ts'
import { makeAddChange, makeProduct } from './cart.fixtures.ts'

const sauce = '0b9f1c2e-6d3a-4f21-9a77-0242ac130003'
const mug = '0b9f1c2e-6d3a-4f21-9a77-0242ac130004'
const row = '7c9f1c2e-6d3a-4f21-9a77-0242ac130005'
const newRow = '7c9f1c2e-6d3a-4f21-9a77-0242ac130006'

/** Returns a browser and a server in memory; `deps` may be replaced before `sync` is used. */
function createWorld(start: Partial<StoredCart> = {}) {
  const world = {
    record: { ...emptyStoredCart, ...start },
    guestCartId: null as string | null,
    userId: null as string | null,
    restored: null as string | null,
    wasTaken: false,
    guestRows: new Map<string, StoredLine[]>(),
    accountRows: new Map<string, StoredLine[]>(),
    isCheckedOut: false,
    writes: 0,
    failure: null as Error | null,
    waiting: [] as { work: () => void; delay: number }[],
    logged: [] as unknown[],
    started: [] as string[],
    change(change: CartChange): StoredCart {
      world.record = applyChange(world.record, change, crypto.randomUUID())
      return world.record
    },
    lines: () => toStoredLines(world.record.items),
  }
  async function reach() {
    if (world.failure !== null) throw world.failure
  }
  const deps: ReconcilerDependencies = {
    read: () => world.record,
    change: world.change,
    guestCartId: {
      read: () => world.guestCartId,
      issue: () => (world.guestCartId = newRow),
      remove: () => (world.guestCartId = null),
    },
    restored: { read: () => world.restored, remove: () => (world.restored = null) },
    userId: () => world.userId,
    takeOverSaved: async () => reach().then(() => ({ wasTaken: world.wasTaken })),
    loadGuest: async (id) => reach().then(() => world.guestRows.get(id) ?? null),
    async loadAccount(id) {
      await reach()
      const lines = world.accountRows.get(id)
      return lines === undefined ? null : { lines, isCheckedOut: world.isCheckedOut }
    },
    async storeGuest(id, lines, checkoutStarted) {
      await reach()
      world.writes += 1
      world.guestRows.set(id, lines)
      if (checkoutStarted) world.started.push(id)
    },
    async storeAccount(id, lines) {
      await reach()
      world.writes += 1
      world.accountRows.set(id, lines)
    },
    loadProducts: async (ids) =>
      reach().then(() => new Map(ids.map((id) => [id, makeProduct({ id })]))),
    withLock: (work) => work(),
    startTimer(work, delay) {
      const entry = { work, delay }
      world.waiting.push(entry)
      return () => (world.waiting = world.waiting.filter((other) => other !== entry))
    },
    log: (_message, cause) => world.logged.push(cause),
  }
  return { world, deps, sync: createReconciler(deps) }
}

test('a guest cart that was merged into the account on another device is not added again at sign-in', async () => {
  const items = [{ product: makeProduct({ id: sauce }), quantity: 2 }]
  const { world, sync } = createWorld({ items })
  world.guestCartId = row
  world.userId = 'me'
  world.wasTaken = true
  world.accountRows.set('me', [
    { product_id: sauce, quantity: 2 },
    { product_id: mug, quantity: 1 },
  ])
  await sync.run()
  const both = [
    { product_id: sauce, quantity: 2 },
    { product_id: mug, quantity: 1 },
  ]
  expect(world.lines()).toEqual(both)
  expect(world.accountRows.get('me')).toEqual(both)
})

describe('a cart that was changed on another device', () => {
  const here = [{ product: makeProduct({ id: mug }), quantity: 1 }]

  test('shows the cart as it was changed on another device', async () => {
    const { world, sync } = createWorld({ owner: 'me', items: here })
    world.userId = 'me'
    await sync.run()
    world.accountRows.set('me', [{ product_id: sauce, quantity: 2 }])
    await sync.changedElsewhere()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
    expect(world.writes).toBe(0)
  })

  test('a change on another device does not discard local changes that are not stored yet', async () => {
    const { world, sync } = createWorld({ owner: 'me', items: here })
    world.userId = 'me'
    await sync.run()
    world.accountRows.set('me', [])
    world.change(makeAddChange(sauce))
    await sync.changedElsewhere()
    expect(world.lines()).toHaveLength(2)
    expect(world.accountRows.get('me')).toHaveLength(2)
  })
})

describe('a guest', () => {
  test('a guest who adds a product gets a row on the server', async () => {
    const { world, sync } = createWorld()
    world.change(makeAddChange(sauce))
    await sync.run()
    expect(world.guestRows.get(newRow)).toEqual([{ product_id: sauce, quantity: 1 }])
    expect(world.record.dirty).toBe(false)
  })

  test('stores several quick changes of a guest in one request', async () => {
    const { world, sync } = createWorld()
    for (let i = 0; i < 5; i++) {
      world.change(makeAddChange(sauce))
      sync.changed()
    }
    expect(world.waiting).toHaveLength(1)
    world.waiting[0]!.work()
    await sync.run()
    expect(world.writes).toBe(1)
    expect(world.guestRows.get(newRow)).toEqual([{ product_id: sauce, quantity: 5 }])
  })

  test('a guest’s browser loads the server’s cart first', async () => {
    const { world, sync } = createWorld({
      items: [{ product: makeProduct({ id: mug }), quantity: 1 }],
    })
    world.guestCartId = row
    world.guestRows.set(row, [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
  })

  test('stores a guest’s changes from the time when the server could not be reached', async () => {
    const { world, sync } = createWorld()
    world.guestCartId = row
    world.guestRows.set(row, [{ product_id: sauce, quantity: 2 }])
    world.change(makeAddChange(mug))
    await sync.run()
    expect(world.guestRows.get(row)).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test('stores a guest’s local cart again when its row is gone', async () => {
    const { world, sync } = createWorld({
      items: [{ product: makeProduct({ id: mug }), quantity: 3 }],
    })
    world.guestCartId = row
    await sync.run()
    expect(world.guestRows.get(row)).toEqual([{ product_id: mug, quantity: 3 }])
  })

  test('clearing a guest’s cart empties its row, and the next product gets a new row', async () => {
    const { world, sync } = createWorld()
    world.guestCartId = row
    world.change(makeAddChange(sauce))
    world.guestCartId = null
    world.change({ kind: 'clear', guestCartId: row })
    await sync.run()
    expect(world.guestRows.get(row)).toEqual([])
    world.change(makeAddChange(mug))
    await sync.run()
    expect(world.guestRows.get(newRow)).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test(
    'keeps a guest’s cart and retries when its new row is refused for now',
    { tags: ['abuse-30'] },
    async () => {
      const { world, sync } = createWorld()
      world.change(makeAddChange(sauce))
      world.failure = new ApiError(429, '/rpc/store_guest_cart')
      await sync.run()
      expect(world.lines()).toEqual([{ product_id: sauce, quantity: 1 }])
      expect(world.waiting).toHaveLength(1)
      world.failure = null
      world.waiting[0]!.work()
      await sync.run()
      expect(world.guestRows.get(newRow)).toEqual([{ product_id: sauce, quantity: 1 }])
    },
  )

  test('notes with the cart that a guest was sent to sign in', async () => {
    const { world, sync } = createWorld()
    world.change(makeAddChange(sauce))
    await sync.checkoutStarted()
    expect(world.started).toEqual([newRow])
    expect(world.guestRows.get(newRow)).toEqual([{ product_id: sauce, quantity: 1 }])
  })
})

describe('an account', () => {
  test('an account gets the guest’s cart merged into its own, and the guest’s row is emptied', async () => {
    const { world, sync } = createWorld()
    world.guestCartId = row
    world.change(makeAddChange(sauce))
    world.userId = 'u'
    world.accountRows.set('u', [
      { product_id: sauce, quantity: 98 },
      { product_id: mug, quantity: 1 },
    ])
    await sync.run()
    expect(world.accountRows.get('u')).toEqual([
      { product_id: sauce, quantity: 99 },
      { product_id: mug, quantity: 1 },
    ])
    expect(world.guestRows.get(row)).toEqual([])
    expect(world.guestCartId).toBeNull()
  })

  test('an account whose cart a link has restored gets each line once with the larger quantity', async () => {
    const { world, sync } = createWorld()
    world.restored = 'u'
    for (const id of [sauce, sauce, sauce, mug]) world.change(makeAddChange(id))
    world.userId = 'u'
    world.accountRows.set('u', [
      { product_id: sauce, quantity: 2 },
      { product_id: mug, quantity: 4 },
    ])
    await sync.run()
    expect(world.accountRows.get('u')).toEqual([
      { product_id: sauce, quantity: 3 },
      { product_id: mug, quantity: 4 },
    ])
    expect(world.restored).toBeNull()
  })

  test('a restored cart of another account is added to the signed-in account’s cart', async () => {
    const { world, sync } = createWorld()
    world.restored = 'u'
    world.change(makeAddChange(sauce))
    world.userId = 'v'
    world.accountRows.set('v', [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.accountRows.get('v')).toEqual([{ product_id: sauce, quantity: 3 }])
    expect(world.restored).toBeNull()
  })

  test('loads the account’s stored cart into an empty browser', async () => {
    const { world, sync } = createWorld({ owner: 'u' })
    world.userId = 'u'
    world.accountRows.set('u', [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
    expect(world.writes).toBe(0)
  })

  test('keeps a local cart of the account instead of the stored one', async () => {
    const { world, sync } = createWorld({
      owner: 'u',
      items: [{ product: makeProduct({ id: mug }), quantity: 1 }],
    })
    world.userId = 'u'
    world.accountRows.set('u', [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test('a cart that was paid for on another device is emptied here without a write', async () => {
    const { world, sync } = createWorld({
      owner: 'u',
      items: [{ product: makeProduct({ id: sauce }), quantity: 2 }],
    })
    Object.assign(world, { userId: 'u', isCheckedOut: true })
    world.accountRows.set('u', [])
    await sync.run()
    expect(world.lines()).toEqual([])
    expect(world.writes).toBe(0)
  })

  test('an account’s cart that was emptied elsewhere without a payment keeps its local lines', async () => {
    const { world, sync } = createWorld({
      owner: 'u',
      items: [{ product: makeProduct({ id: sauce }), quantity: 2 }],
    })
    world.userId = 'u'
    world.accountRows.set('u', [])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
  })

  test('stores a line that was added after a payment on another device', async () => {
    const { world, sync } = createWorld({ owner: 'u' })
    Object.assign(world, { userId: 'u', isCheckedOut: true })
    world.accountRows.set('u', [])
    world.change(makeAddChange(mug))
    await sync.run()
    expect(world.accountRows.get('u')).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test('keeps the unsent changes of an account whose session ended until it signs in again', async () => {
    const { world, sync } = createWorld({ owner: 'u' })
    world.change(makeAddChange(sauce))
    await sync.run()
    expect(world.writes).toBe(0)
    world.userId = 'u'
    await sync.run()
    expect(world.accountRows.get('u')).toEqual([{ product_id: sauce, quantity: 1 }])
  })

  test('does not show the cart of an account that signs out while it is loading', async () => {
    const { world, deps, sync } = createWorld()
    world.userId = 'u'
    deps.loadAccount = async () => {
      world.userId = null
      return { lines: [{ product_id: sauce, quantity: 2 }], isCheckedOut: false }
    }
    await sync.run()
    expect(world.lines()).toEqual([])
  })
})

describe('an unreachable server', () => {
  test('retries with growing delays and logs the cause while the server cannot be reached', async () => {
    const { world, sync } = createWorld()
    world.change(makeAddChange(sauce))
    world.failure = new TypeError('Failed to fetch')
    for (const delay of [1000, 2000, 4000]) {
      await sync.run()
      expect(world.waiting.map((entry) => entry.delay)).toEqual([delay])
    }
    expect(world.logged).toEqual([world.failure, world.failure, world.failure])
    expect(world.record.dirty).toBe(true)
    world.failure = null
    await sync.run()
    expect(world.record.dirty).toBe(false)
    expect(world.waiting).toEqual([])
  })

  test('does not retry a request that the server refuses', async () => {
    const { world, sync } = createWorld()
    world.change(makeAddChange(sauce))
    world.failure = new ApiError(400, '/rpc/store_guest_cart')
    await sync.run()
    expect(world.waiting).toEqual([])
    expect(world.logged).toHaveLength(1)
  })
})

describe('a change while the server is slow', () => {
  test('stores a change that was made during a slow request', async () => {
    const { world, deps, sync } = createWorld()
    const { storeGuest } = deps
    deps.storeGuest = async (...call) => {
      if (world.writes === 0) world.change(makeAddChange(mug))
      await storeGuest(...call)
    }
    world.change(makeAddChange(sauce))
    await sync.run()
    expect(world.guestRows.get(newRow)).toEqual([
      { product_id: sauce, quantity: 1 },
      { product_id: mug, quantity: 1 },
    ])
    expect(world.record.dirty).toBe(false)
  })

  test('a change that was made during a slow load is not overwritten by the loaded cart', async () => {
    const { world, deps, sync } = createWorld()
    world.guestCartId = row
    deps.loadGuest = async () => {
      world.change(makeAddChange(mug))
      return [{ product_id: sauce, quantity: 9 }]
    }
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: mug, quantity: 1 }])
    expect(world.guestRows.get(row)).toEqual([{ product_id: mug, quantity: 1 }])
  })
})

test('does not send a line that was written into the storage by hand', async () => {
  const { world, sync } = createWorld()
  world.change(makeAddChange('not an id'))
  world.change(makeAddChange(sauce))
  await sync.run()
  expect(world.guestRows.get(newRow)).toEqual([{ product_id: sauce, quantity: 1 }])
})

describe('withCartLock', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test.each([
    ['are missing', {}],
    [
      'are refused, as with blocked storage',
      {
        locks: {
          request: async () => {
            throw new DOMException('The request was denied.', 'SecurityError')
          },
        },
      },
    ],
  ])('does the work where locks %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    const work = vi.fn<() => Promise<void>>(async () => undefined)
    await withCartLock(work)
    expect(work).toHaveBeenCalledOnce()
  })

  test('does not repeat work that failed', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: (_: string, work: () => Promise<void>) => work() },
    })
    const work = vi.fn<() => Promise<void>>(async () => {
      throw new Error('unreached')
    })
    await expect(withCartLock(work)).rejects.toThrow('unreached')
    expect(work).toHaveBeenCalledOnce()
  })
})
