import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const LOOPBACK = /^(0{24}01000000|(0{16}FFFF0000)?[0-9A-F]{6}7F)$/

/** Returns the uid of the process at the other end of a connection within this machine; always null except on Linux. */
export async function getPeerProcessUid({ remotePort, localPort }: Socket): Promise<number | null> {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined)
    return null
  // The table of IPv6 is missing when IPv6 is disabled.
  const tables = await Promise.all(TABLES.map((file) => readFile(file, 'utf8').catch(() => '')))
  return parseSocketUid(tables.join(''), { from: remotePort, to: localPort })
}

/** Finds the uid of a connection in /proc/net/tcp. https://docs.kernel.org/networking/proc_net_tcp.html */
export function parseSocketUid(table: string, ports: { from: number; to: number }): number | null {
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
