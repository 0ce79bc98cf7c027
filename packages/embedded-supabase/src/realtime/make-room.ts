import { closeCodes, type Connection } from './connection.ts'
import type { RealtimeLimits } from './limits.ts'

type Counted = Pick<Connection, 'account' | 'asked' | 'close' | 'isStaff'>
type Asking = Pick<Connection['asked'], 'address' | 'network'>

/**
 * Makes room for a new connection when its address, its network or the process has too many: closes one. Returns false when none
 * may be closed. Strangers can fill all three limits, and so can one person with many accounts. The order is therefore: connections
 * without an account, from the network with the most of these; then those of an account that has too many; then those of a network
 * with more connections than the new one's. Connections of staff are never closed.
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
    found.close(closeCodes.policy, 'Too many connected users')
  }
  return true
}

/** Returns the oldest connection without an account, from the network that has the most of these. */
function findStranger(connections: Counted[]): Counted | null {
  const strangers = connections.filter(({ account }) => account === null)
  return oldestOfMost(strangers, ({ asked }) => asked.network)[0] ?? null
}

function findSurplus(connections: Counted[], most: number): Counted | null {
  const known = connections.filter(({ account }) => account !== null)
  const all = oldestOfMost(known, ({ account }) => account)
  return all.length > most ? (all[0] ?? null) : null
}

/**
 * Returns the oldest connection of the account with the most connections in the largest network, or null when no network is larger
 * than the new connection's own.
 */
function findInLargerNetwork(connections: Counted[], network: string): Counted | null {
  const own = connections.filter(({ asked }) => asked.network === network)
  const largest = oldestOfMost(connections, ({ asked }) => asked.network)
  if (largest.length <= own.length) return null
  return oldestOfMost(largest, ({ account }) => account)[0] ?? null
}

/** Returns the largest group, in the order of `connections`, which begins with the oldest. */
function oldestOfMost<K>(connections: Counted[], groupOf: (one: Counted) => K): Counted[] {
  const groups = [...Map.groupBy(connections, groupOf).values()]
  return groups.reduce<Counted[]>((most, group) => (group.length > most.length ? group : most), [])
}
