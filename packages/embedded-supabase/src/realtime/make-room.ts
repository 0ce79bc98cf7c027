import { codes, type Connection } from './connection.ts'
import type { RealtimeLimits } from './limits.ts'

type Counted = Pick<Connection, 'account' | 'asked' | 'close' | 'isStaff'>
type Asking = Pick<Connection['asked'], 'address' | 'network'>

/**
 * Makes room for another connection, by closing one when there are too many of its address, of its network, or in all.
 * Returns false when there is none to close. Strangers can fill all three, and with many accounts so can one person. So the first
 * to go are those that have proved no account, of the network that has the most of them; then those of an account that
 * has too many; then those of a network that has more than the one that asks. Connections of staff are never closed.
 */
export function dropIdleConnections(
  connections: Set<Counted>,
  { address, network }: Asking,
  limits: Pick<RealtimeLimits, 'connections' | 'connectionsPerAddress' | 'connectionsPerAccount'>,
): boolean {
  const perAddress = limits.connectionsPerAddress
  const ceilings = [
    { isCounted: ({ asked }: Counted) => asked.address === address, most: perAddress },
    { isCounted: ({ asked }: Counted) => asked.network === network, most: 4 * perAddress },
    { isCounted: () => true, most: limits.connections },
  ]
  for (const { isCounted, most } of ceilings) {
    const all = [...connections].filter((one) => isCounted(one) && !one.isStaff)
    if (all.length < most) continue
    const found =
      findStranger(all) ??
      findSurplus(all, limits.connectionsPerAccount) ??
      findInLargerNetwork(all, network)
    if (found === null) return false
    connections.delete(found)
    found.close(codes.policy, 'Too many connected users')
  }
  return true
}

/** Finds the oldest without an account, of the network that has the most of them. */
function findStranger(connections: Counted[]): Counted | null {
  const strangers = connections.filter(({ account }) => account === null)
  return oldestOfMost(strangers, ({ asked }) => asked.network)[0] ?? null
}

function findSurplus(connections: Counted[], most: number): Counted | null {
  const known = connections.filter(({ account }) => account !== null)
  const all = oldestOfMost(known, ({ account }) => account)
  return all.length > most ? (all[0] ?? null) : null
}

/** Finds the oldest connection of the account that has the most in the largest network, unless that is the caller's. */
function findInLargerNetwork(connections: Counted[], network: string): Counted | null {
  const own = connections.filter(({ asked }) => asked.network === network)
  const largest = oldestOfMost(connections, ({ asked }) => asked.network)
  if (largest.length <= own.length) return null
  return oldestOfMost(largest, ({ account }) => account)[0] ?? null
}

/** Returns the largest group, oldest first as in `connections`. */
function oldestOfMost<K>(connections: Counted[], groupOf: (one: Counted) => K): Counted[] {
  const groups = [...Map.groupBy(connections, groupOf).values()]
  return groups.reduce<Counted[]>((most, group) => (group.length > most.length ? group : most), [])
}
