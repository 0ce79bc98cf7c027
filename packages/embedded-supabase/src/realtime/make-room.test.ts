import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonymousCaller } from '../core/keys.ts'
import { dropIdleConnections } from './make-room.ts'

const limits = { connections: 6, connectionsPerAddress: 2, connectionsPerAccount: 2 }

interface Opened {
  address?: string
  network?: string
  account?: string | null
  isStaff?: boolean
}

/** Creates connections, numbered in the order of opening, and lists those that were closed. */
function openAll(opened: Opened[]) {
  const closed: number[] = []
  const connections = new Set(
    opened.map(
      ({ address = randomUUID(), network, account = randomUUID(), isStaff = false }, at) => ({
        account,
        isStaff,
        asked: {
          caller: anonymousCaller,
          version: '2.0.0' as const,
          clientAddress: address,
          address,
          network: network ?? address,
        },
        close: () => void closed.push(at),
      }),
    ),
  )
  return { connections, closed }
}

const elsewhere = { address: 'elsewhere', network: 'elsewhere' }

test('the oldest anonymous connection of the network with the most of them is closed first', () => {
  const { connections, closed } = openAll([
    { account: null },
    {},
    { account: null, network: 'crowd' },
    { account: null, network: 'crowd' },
    {},
    {},
  ])
  dropIdleConnections(connections, elsewhere, limits)
  expect(closed).toEqual([2])
  expect(connections.size).toBe(5)
})

test(
  'a crowd of accounts on one network makes room for a connection from another network',
  { tags: ['abuse-pages'] },
  () => {
    const { connections, closed } = openAll([
      {},
      ...Array.from({ length: 5 }, () => ({ network: 'crowd' })),
    ])
    dropIdleConnections(connections, elsewhere, limits)
    expect(closed).toEqual([1])
  },
)

test('a new connection of the network with the most connections closes one there', () => {
  const { connections, closed } = openAll([
    {},
    ...Array.from({ length: 5 }, () => ({ network: 'crowd' })),
  ])
  dropIdleConnections(connections, { address: 'new', network: 'crowd' }, limits)
  expect(closed).toEqual([1])
})

/** The connections of ten accounts behind one address, as many of each. */
function crowdOfAccounts(each: number, address: string) {
  const accounts = Array.from({ length: 10 }, () => randomUUID())
  return accounts.flatMap((account) => Array.from({ length: each }, () => ({ account, address })))
}

test(
  'ten accounts with all connections of an address make room for people with one connection behind it',
  { tags: ['abuse-pages'] },
  () => {
    const { connections, closed } = openAll([
      ...Array.from({ length: 10 }, () => ({ address: 'market' })),
      ...crowdOfAccounts(9, 'market'),
    ])
    const roomy = { connections: 2000, connectionsPerAddress: 100, connectionsPerAccount: 10 }
    for (let one = 0; one < 20; one += 1) {
      dropIdleConnections(connections, { address: 'market', network: 'market' }, roomy)
      const [joined] = openAll([{ address: 'market' }]).connections
      if (joined !== undefined) connections.add(joined)
    }
    expect(closed).toHaveLength(20)
    expect(closed.filter((at) => at < 10)).toEqual([])
  },
)

test(
  'accounts have all but a tenth of the places, which strangers take from one another',
  { tags: ['abuse-pages'] },
  () => {
    const { connections, closed } = openAll(crowdOfAccounts(2, 'market'))
    const roomy = { connections: 2000, connectionsPerAddress: 20, connectionsPerAccount: 10 }
    for (let one = 0; one < 50; one += 1) {
      dropIdleConnections(connections, { address: 'market', network: 'market' }, roomy)
      const [stranger] = openAll([{ address: 'market', account: null }]).connections
      if (stranger !== undefined) connections.add(stranger)
    }
    expect(closed).toHaveLength(2)
    expect(connections.size).toBe(20)
  },
)

test(
  'an account with too many connections loses one in the network where it has most, not at home',
  { tags: ['abuse-pages'] },
  () => {
    const { connections, closed } = openAll([
      { account: 'marsha', address: 'home' },
      ...Array.from({ length: 3 }, () => ({ account: 'marsha', address: 'thief' })),
      {},
      {},
    ])
    dropIdleConnections(connections, elsewhere, limits)
    expect(closed).toEqual([1])
  },
)

test('an IPv6 network has four times as many connections as one address', () => {
  const roomy = { ...limits, connections: 100 }
  const crowd = (length: number) =>
    Array.from({ length }, () => ({ network: 'crowd', account: null }))
  const asking = { address: 'new', network: 'crowd' }
  const [seven, eight] = [openAll(crowd(7)), openAll(crowd(8))]
  dropIdleConnections(seven.connections, asking, roomy)
  dropIdleConnections(eight.connections, asking, roomy)
  expect([seven.closed, eight.closed]).toEqual([[], [0]])
})

test(
  'staff connections are never closed and do not count against others while their account has few',
  { tags: ['abuse-pages'] },
  () => {
    const staff = Array.from({ length: 6 }, () => ({
      network: 'shop',
      address: 'shop',
      isStaff: true,
    }))
    const { connections, closed } = openAll([...staff, ...Array.from({ length: 5 }, () => ({}))])
    dropIdleConnections(connections, { address: 'shop', network: 'shop' }, limits)
    expect(closed).toEqual([])
  },
)

test(
  'a staff account with too many connections makes room like any other account',
  { tags: ['abuse-pages'] },
  () => {
    const { connections, closed } = openAll([
      ...Array.from({ length: 2 }, () => ({ account: 'owner', isStaff: true })),
      ...Array.from({ length: 3 }, () => ({ account: 'packer', network: 'thief', isStaff: true })),
      {},
      {},
      {},
    ])
    dropIdleConnections(connections, elsewhere, limits)
    expect(closed).toEqual([2])
  },
)
