import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseSocketUid, getPeerProcessUid } from './socket-owner.ts'

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 91758 1
   1: 0100007F:0BB8 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 91759 1
   2: 0100007F:C350 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000    33        0 91760 1
   3: 0200000A:C351 0500000A:0BB8 01 00000000:00000000 00:00000000 00000000  1001        0 91761 1
   4: 00000000000000000000000001000000:C352 00000000000000000000000001000000:0BB8 01 00000000:00000000 00:00000000 00000000  1002        0 91762 1
   5: 0000000000000000FFFF00000100007F:C353 0000000000000000FFFF00000100007F:0BB8 01 00000000:00000000 00:00000000 00000000  1003        0 91763 1
`

test.each([
  ['the user of the web server that connects', 50_000, 33],
  ['no user for a connection to another machine', 50_001, null],
  ['the user of an IPv6 connection', 50_002, 1002],
  ['the user of an IPv4-mapped IPv6 connection', 50_003, 1003],
  ['no user for an unknown port', 50_004, null],
])('the kernel’s table of sockets gives %s', { tags: ['abuse-sandbox'] }, (_, from, owner) => {
  expect(parseSocketUid(table, { from, to: 3000 })).toBe(owner)
})

test('the peer of a connection from this process belongs to this user on Linux', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const [accepted]: Socket[] = await once(server, 'connection')
  if (accepted === undefined) throw new Error('nobody came')
  const own = process.platform === 'linux' ? process.getuid?.() : null
  expect(await getPeerProcessUid(accepted)).toBe(own)
})
