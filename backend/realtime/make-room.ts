import { codes, type Connection } from './connection.ts'
import type { RealtimeLimits } from './limits.ts'

type Counted = Pick<Connection, 'account' | 'asked' | 'close'>

/**
 * Makes room for another connection of an address, by closing one when there are too many of that address, or in all. False
 * when there is none to close. Strangers can fill both, so that those go first who have proved no account, of the address
 * that has the most of them, and then those of an account that has too many; who is signed in stays.
 */
export function makeRoom(
  connections: Set<Counted>,
  address: string,
  limits: Pick<RealtimeLimits, 'connections' | 'connectionsPerAddress' | 'connectionsPerAccount'>,
): boolean {
  const ceilings = [
    {
      isCounted: (one: Counted) => one.asked.address === address,
      most: limits.connectionsPerAddress,
    },
    { isCounted: () => true, most: limits.connections },
  ]
  for (const { isCounted, most } of ceilings) {
    const all = [...connections].filter(isCounted)
    if (all.length < most) continue
    const found = findStranger(all) ?? findSurplus(all, limits.connectionsPerAccount)
    if (found === null) return false
    connections.delete(found)
    found.close(codes.policy, 'Too many connected users')
  }
  return true
}

/** The oldest without an account, of the address that has the most of them. */
function findStranger(connections: Counted[]): Counted | null {
  const strangers = connections.filter(({ account }) => account === null)
  return oldestOfMost(strangers, ({ asked }) => asked.address)[0] ?? null
}

function findSurplus(connections: Counted[], most: number): Counted | null {
  const known = connections.filter(({ account }) => account !== null)
  const all = oldestOfMost(known, ({ account }) => account)
  return all.length > most ? (all[0] ?? null) : null
}

/** Those of the largest group, in their order, which is of their age. */
function oldestOfMost<K>(connections: Counted[], groupOf: (one: Counted) => K): Counted[] {
  const groups = [...Map.groupBy(connections, groupOf).values()]
  return groups.reduce<Counted[]>((most, group) => (group.length > most.length ? group : most), [])
}
