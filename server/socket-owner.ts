import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const LOOPBACK = /^(0{24}01000000|(0{16}FFFF0000)?[0-9A-F]{6}7F)$/

/** The account (uid) at the other end of a connection within this machine. Null except on Linux. */
export async function ownerOfPeer({ remotePort, localPort }: Socket): Promise<number | null> {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined)
    return null
  // Without IPv6 its table is missing.
  const tables = await Promise.all(TABLES.map((file) => readFile(file, 'utf8').catch(() => '')))
  return ownerIn(tables.join(''), { from: remotePort, to: localPort })
}

/** https://docs.kernel.org/networking/proc_net_tcp.html */
export function ownerIn(table: string, ports: { from: number; to: number }): number | null {
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', , , , , uid = ''] = line.trim().split(/\s+/)
    const [address = '', from = ''] = local.split(':')
    if (
      LOOPBACK.test(address) &&
      parseInt(from, 16) === ports.from &&
      parseInt(remote.split(':')[1] ?? '', 16) === ports.to
    )
      return Number(uid)
  }
  return null
}
