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
  expect(dropIdleConnections(connections, elsewhere, limits)).toBe(true)
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
    expect(dropIdleConnections(connections, elsewhere, limits)).toBe(true)
    expect(closed).toEqual([1])
  },
)

test('the network with the most connections cannot close one of another network to open one more', () => {
  const { connections, closed } = openAll([
    {},
    ...Array.from({ length: 5 }, () => ({ network: 'crowd' })),
  ])
  expect(dropIdleConnections(connections, { address: 'new', network: 'crowd' }, limits)).toBe(false)
  expect(closed).toEqual([])
})

test('an IPv6 network has four times as many connections as one address', () => {
  const roomy = { ...limits, connections: 100 }
  const crowd = (length: number) =>
    Array.from({ length }, () => ({ network: 'crowd', account: null }))
  const asking = { address: 'new', network: 'crowd' }
  const [seven, eight] = [openAll(crowd(7)), openAll(crowd(8))]
  expect(dropIdleConnections(seven.connections, asking, roomy)).toBe(true)
  expect(dropIdleConnections(eight.connections, asking, roomy)).toBe(true)
  expect([seven.closed, eight.closed]).toEqual([[], [0]])
})

test(
  'staff connections are never closed and do not count against others',
  { tags: ['abuse-pages'] },
  () => {
    const staff = Array.from({ length: 6 }, () => ({
      network: 'shop',
      address: 'shop',
      isStaff: true,
    }))
    const { connections, closed } = openAll([...staff, ...Array.from({ length: 5 }, () => ({}))])
    expect(dropIdleConnections(connections, { address: 'shop', network: 'shop' }, limits)).toBe(
      true,
    )
    expect(closed).toEqual([])
  },
)
