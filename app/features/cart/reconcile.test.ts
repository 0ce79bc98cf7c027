import { describe, expect, test } from 'vitest'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import type { StoredLine } from '../../../domain/cart.ts'
import { ApiError } from '../backend-client/api.ts'
import { applyChange, emptyRecord } from './cart-changes.ts'
import type { CartChange, CartRecord } from './cart-changes.ts'
import { createReconciler } from './reconcile.ts'
import type { ReconcilerParts } from './reconcile.ts'
import { add, makeProduct } from './cart.fixtures.ts'

const sauce = '0b9f1c2e-6d3a-4f21-9a77-0242ac130003'
const mug = '0b9f1c2e-6d3a-4f21-9a77-0242ac130004'
const row = '7c9f1c2e-6d3a-4f21-9a77-0242ac130005'
const rowOfNew = '7c9f1c2e-6d3a-4f21-9a77-0242ac130006'

/** A browser and a server in memory; `parts` may be replaced before `sync` is used. */
function makeWorld(start: Partial<CartRecord> = {}) {
  const world = {
    record: { ...emptyRecord, ...start },
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
    change(change: CartChange): CartRecord {
      world.record = applyChange(world.record, change, crypto.randomUUID())
      return world.record
    },
    lines: () => toStoredLines(world.record.items),
  }
  async function reach() {
    if (world.failure !== null) throw world.failure
  }
  const parts: ReconcilerParts = {
    read: () => world.record,
    change: world.change,
    guestCartId: {
      read: () => world.guestCartId,
      issue: () => (world.guestCartId = rowOfNew),
      drop: () => (world.guestCartId = null),
    },
    restored: { read: () => world.restored, drop: () => (world.restored = null) },
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
    alone: (work) => work(),
    later(work, delay) {
      const entry = { work, delay }
      world.waiting.push(entry)
      return () => (world.waiting = world.waiting.filter((other) => other !== entry))
    },
    log: (_message, cause) => world.logged.push(cause),
  }
  return { world, parts, sync: createReconciler(parts) }
}

test('a cart that the account has taken over elsewhere is not counted twice at the sign-in', async () => {
  const items = [{ product: makeProduct({ id: sauce }), quantity: 2 }]
  const { world, sync } = makeWorld({ items })
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

  test('is shown as it is there', async () => {
    const { world, sync } = makeWorld({ owner: 'me', items: here })
    world.userId = 'me'
    await sync.run()
    world.accountRows.set('me', [{ product_id: sauce, quantity: 2 }])
    await sync.changedElsewhere()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
    expect(world.writes).toBe(0)
  })

  test('does not take away what was changed here and is not stored yet', async () => {
    const { world, sync } = makeWorld({ owner: 'me', items: here })
    world.userId = 'me'
    await sync.run()
    world.accountRows.set('me', [])
    world.change(add(sauce))
    await sync.changedElsewhere()
    expect(world.lines()).toHaveLength(2)
    expect(world.accountRows.get('me')).toHaveLength(2)
  })
})

describe('a guest', () => {
  test('who adds something gets a row of their own', async () => {
    const { world, sync } = makeWorld()
    world.change(add(sauce))
    await sync.run()
    expect(world.guestRows.get(rowOfNew)).toEqual([{ product_id: sauce, quantity: 1 }])
    expect(world.record.dirty).toBe(false)
  })

  test('has changes that come together stored together', async () => {
    const { world, sync } = makeWorld()
    for (let i = 0; i < 5; i++) {
      world.change(add(sauce))
      sync.changed()
    }
    expect(world.waiting).toHaveLength(1)
    world.waiting[0]!.work()
    await sync.run()
    expect(world.writes).toBe(1)
    expect(world.guestRows.get(rowOfNew)).toEqual([{ product_id: sauce, quantity: 5 }])
  })

  test('loads the server’s cart first', async () => {
    const { world, sync } = makeWorld({
      items: [{ product: makeProduct({ id: mug }), quantity: 1 }],
    })
    world.guestCartId = row
    world.guestRows.set(row, [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
  })

  test('keeps what was changed while the server could not be reached, and has it stored', async () => {
    const { world, sync } = makeWorld()
    world.guestCartId = row
    world.guestRows.set(row, [{ product_id: sauce, quantity: 2 }])
    world.change(add(mug))
    await sync.run()
    expect(world.guestRows.get(row)).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test('whose row is gone has the local cart migrated', async () => {
    const { world, sync } = makeWorld({
      items: [{ product: makeProduct({ id: mug }), quantity: 3 }],
    })
    world.guestCartId = row
    await sync.run()
    expect(world.guestRows.get(row)).toEqual([{ product_id: mug, quantity: 3 }])
  })

  test('who clears the cart has the row emptied and gets a new id with the next product', async () => {
    const { world, sync } = makeWorld()
    world.guestCartId = row
    world.change(add(sauce))
    world.guestCartId = null
    world.change({ kind: 'clear', guestCartId: row })
    await sync.run()
    expect(world.guestRows.get(row)).toEqual([])
    world.change(add(mug))
    await sync.run()
    expect(world.guestRows.get(rowOfNew)).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test(
    'whose new row is refused for now keeps the cart and asks again',
    { tags: ['abuse-30'] },
    async () => {
      const { world, sync } = makeWorld()
      world.change(add(sauce))
      world.failure = new ApiError(429, '/rpc/store_guest_cart')
      await sync.run()
      expect(world.lines()).toEqual([{ product_id: sauce, quantity: 1 }])
      expect(world.waiting).toHaveLength(1)
      world.failure = null
      world.waiting[0]!.work()
      await sync.run()
      expect(world.guestRows.get(rowOfNew)).toEqual([{ product_id: sauce, quantity: 1 }])
    },
  )

  test('who is sent to sign in has that noted with the cart', async () => {
    const { world, sync } = makeWorld()
    world.change(add(sauce))
    await sync.checkoutStarted()
    expect(world.started).toEqual([rowOfNew])
    expect(world.guestRows.get(rowOfNew)).toEqual([{ product_id: sauce, quantity: 1 }])
  })
})

describe('an account', () => {
  test('gets the guest’s cart and its own as one, and the guest’s row is emptied', async () => {
    const { world, sync } = makeWorld()
    world.guestCartId = row
    world.change(add(sauce))
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

  test('whose cart a link has brought here has it once, with the larger quantities', async () => {
    const { world, sync } = makeWorld()
    world.restored = 'u'
    for (const id of [sauce, sauce, sauce, mug]) world.change(add(id))
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

  test('other than the one whose cart a link has brought here gets it added', async () => {
    const { world, sync } = makeWorld()
    world.restored = 'u'
    world.change(add(sauce))
    world.userId = 'v'
    world.accountRows.set('v', [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.accountRows.get('v')).toEqual([{ product_id: sauce, quantity: 3 }])
    expect(world.restored).toBeNull()
  })

  test('loads what is stored where this browser has nothing', async () => {
    const { world, sync } = makeWorld({ owner: 'u' })
    world.userId = 'u'
    world.accountRows.set('u', [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
    expect(world.writes).toBe(0)
  })

  test('keeps the local cart where there is one', async () => {
    const { world, sync } = makeWorld({
      owner: 'u',
      items: [{ product: makeProduct({ id: mug }), quantity: 1 }],
    })
    world.userId = 'u'
    world.accountRows.set('u', [{ product_id: sauce, quantity: 2 }])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test('whose cart was paid for on another device finds it empty here too, and writes nothing', async () => {
    const { world, sync } = makeWorld({
      owner: 'u',
      items: [{ product: makeProduct({ id: sauce }), quantity: 2 }],
    })
    Object.assign(world, { userId: 'u', isCheckedOut: true })
    world.accountRows.set('u', [])
    await sync.run()
    expect(world.lines()).toEqual([])
    expect(world.writes).toBe(0)
  })

  test('that was emptied elsewhere without paying keeps what is here', async () => {
    const { world, sync } = makeWorld({
      owner: 'u',
      items: [{ product: makeProduct({ id: sauce }), quantity: 2 }],
    })
    world.userId = 'u'
    world.accountRows.set('u', [])
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: sauce, quantity: 2 }])
  })

  test('that has put something in since a payment elsewhere has it stored', async () => {
    const { world, sync } = makeWorld({ owner: 'u' })
    Object.assign(world, { userId: 'u', isCheckedOut: true })
    world.accountRows.set('u', [])
    world.change(add(mug))
    await sync.run()
    expect(world.accountRows.get('u')).toEqual([{ product_id: mug, quantity: 1 }])
  })

  test('whose session ended keeps its unsent changes for its return', async () => {
    const { world, sync } = makeWorld({ owner: 'u' })
    world.change(add(sauce))
    await sync.run()
    expect(world.writes).toBe(0)
    world.userId = 'u'
    await sync.run()
    expect(world.accountRows.get('u')).toEqual([{ product_id: sauce, quantity: 1 }])
  })

  test('that signs out while its cart is asked for is not handed it', async () => {
    const { world, parts, sync } = makeWorld()
    world.userId = 'u'
    parts.loadAccount = async () => {
      world.userId = null
      return { lines: [{ product_id: sauce, quantity: 2 }], isCheckedOut: false }
    }
    await sync.run()
    expect(world.lines()).toEqual([])
  })
})

describe('a server that cannot be reached', () => {
  test('is asked again later and later, and the cause is logged', async () => {
    const { world, sync } = makeWorld()
    world.change(add(sauce))
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

  test('that refuses is not asked the same again', async () => {
    const { world, sync } = makeWorld()
    world.change(add(sauce))
    world.failure = new ApiError(400, '/rpc/store_guest_cart')
    await sync.run()
    expect(world.waiting).toEqual([])
    expect(world.logged).toHaveLength(1)
  })
})

describe('a change while the server is slow', () => {
  test('is stored after it, and never lost', async () => {
    const { world, parts, sync } = makeWorld()
    const { storeGuest } = parts
    parts.storeGuest = async (...call) => {
      if (world.writes === 0) world.change(add(mug))
      await storeGuest(...call)
    }
    world.change(add(sauce))
    await sync.run()
    expect(world.guestRows.get(rowOfNew)).toEqual([
      { product_id: sauce, quantity: 1 },
      { product_id: mug, quantity: 1 },
    ])
    expect(world.record.dirty).toBe(false)
  })

  test('is not overwritten by the cart that it was asked for', async () => {
    const { world, parts, sync } = makeWorld()
    world.guestCartId = row
    parts.loadGuest = async () => {
      world.change(add(mug))
      return [{ product_id: sauce, quantity: 9 }]
    }
    await sync.run()
    expect(world.lines()).toEqual([{ product_id: mug, quantity: 1 }])
    expect(world.guestRows.get(row)).toEqual([{ product_id: mug, quantity: 1 }])
  })
})

test('a line that was written into the storage by hand stays out of the server', async () => {
  const { world, sync } = makeWorld()
  world.change(add('not an id'))
  world.change(add(sauce))
  await sync.run()
  expect(world.guestRows.get(rowOfNew)).toEqual([{ product_id: sauce, quantity: 1 }])
})
