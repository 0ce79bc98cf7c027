import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createProxyTrust, createProxyWarner } from './proxies.ts'

/** Returns the proxies that the watch warns about when requests with a `via` header come from these addresses. */
function warnings(addresses: string[], isTrusted = (_address: string) => false): string[] {
  const proxies: string[] = []
  const log = pino({}, { write: (line) => void proxies.push(JSON.parse(line).proxy) })
  const watch = createProxyWarner(isTrusted, log)
  for (const remoteAddress of addresses) watch({ headers: { via: 'x' }, socket: { remoteAddress } })
  return proxies
}

test.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.17.0.1', '192.168.1.2', 'fd00::1'])(
  'warns once of the proxy at %s, even after visitors who claimed to use one',
  (proxy) => {
    expect(warnings(['203.0.113.9', '2001:db8::1', proxy, proxy, '10.9.9.9'])).toEqual([proxy])
  },
)

test('does not warn of a trusted proxy', () => {
  expect(warnings(['10.1.2.3'], (address) => address === '10.1.2.3')).toEqual([])
})

test('trusts each address independently of the order of requests', () => {
  const isTrusted = createProxyTrust(['10.0.0.0/8', '::1'])
  const addresses = [
    '10.1.2.3',
    '10.1.2.3',
    '203.0.113.9',
    '203.0.113.9',
    '10.1.2.3',
    '',
    '::1',
    '',
  ]
  expect(addresses.map(isTrusted)).toEqual([true, true, false, false, true, false, true, false])
})
