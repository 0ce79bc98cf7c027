import { closeCodes, type Connection } from './connection.ts'
import type { RealtimeLimits } from './limits.ts'

type Counted = Pick<Connection, 'account' | 'asked' | 'close' | 'isStaff'>
type Asking = Pick<Connection['asked'], 'address' | 'network'>

/**
 * Makes room for a new connection when its address, its network or the process has too many: closes one. Strangers can fill all
 * three limits, and so can one person with many accounts. The order is therefore: connections without an account, from the network
 * with the most of these, while they have a tenth of the places, which new connections need until they have signed in; then those of
 * an account that has too many; then those of the account with the most in the network with the most. Connections of staff are never
 * closed and not counted, unless their account has too many.
 */
export function dropIdleConnections(
  connections: Set<Counted>,
  { address, network }: Asking,
  limits: Pick<RealtimeLimits, 'connections' | 'connectionsPerAddress' | 'connectionsPerAccount'>,
): void {
  const perAddress = limits.connectionsPerAddress
  const ofStaff = [...connections].filter(({ isStaff }) => isStaff)
  const groups = [...Map.groupBy(ofStaff, getAccount).values()]
  const reserved = new Set(
    groups.filter(({ length }) => length <= limits.connectionsPerAccount).flat(),
  )
  const ceilings = [
    { isCounted: ({ asked }: Counted) => asked.address === address, most: perAddress },
    { isCounted: ({ asked }: Counted) => asked.network === network, most: 4 * perAddress },
    { isCounted: () => true, most: limits.connections },
  ]
  for (const { isCounted, most } of ceilings) {
    const all = [...connections].filter((one) => isCounted(one) && !reserved.has(one))
    if (all.length < most) continue
    const strangers = all.filter(({ account }) => account === null)
    const [found] =
      strangers.length >= most / 10
        ? oldestOfMost(strangers, getNetwork)
        : findOfAccount(all, network, limits.connectionsPerAccount)
    if (found === undefined) continue
    connections.delete(found)
    found.close(closeCodes.policy, 'Too many connected users')
  }
}

const getNetwork = ({ asked }: Counted) => asked.network
const getAccount = ({ account }: Counted) => account

/**
 * Returns connections of the account with the most, oldest first. The first of them is closed for a new connection from this
 * network.
 */
function findOfAccount(connections: Counted[], network: string, most: number): Counted[] {
  const known = connections.filter(({ account }) => account !== null)
  const ofAccount = oldestOfMost(known, getAccount)
  // Somebody elsewhere with the account's password has most of its connections, and closes none of its owner.
  if (ofAccount.length > most) return oldestOfMost(ofAccount, getNetwork)
  const own = known.filter(({ asked }) => asked.network === network)
  const largest = oldestOfMost(known, getNetwork)
  return oldestOfMost(largest.length > own.length ? largest : own, getAccount)
}

/** Returns the largest group, in the order of `connections`, which begins with the oldest. */
function oldestOfMost<K>(connections: Counted[], groupOf: (one: Counted) => K): Counted[] {
  const groups = [...Map.groupBy(connections, groupOf).values()]
  return groups.reduce<Counted[]>((most, group) => (group.length > most.length ? group : most), [])
}
