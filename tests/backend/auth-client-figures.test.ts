import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

/** Returns the text of a source file of a package that supabase-js depends on. */
function sourceOf(name: string, file: string): string {
  const brought = createRequire(createRequire(import.meta.url).resolve('@supabase/supabase-js'))
  const manifest = brought.resolve(`${name}/package.json`)
  return readFileSync(new URL(file, `file://${manifest}`), 'utf8')
}

/** Returns the right side of `const <name> = …` in the source. */
function constantOf(source: string, name: string): string {
  return new RegExp(`const ${name} = (.+?)(?: //.*)?$`, 'm').exec(source)?.[1] ?? ''
}

const authConstants = sourceOf('@supabase/auth-js', 'src/lib/constants.ts')
const authClient = sourceOf('@supabase/auth-js', 'src/GoTrueClient.ts')

test('supabase-js refreshes a session three ticks of 30 s before it expires', () => {
  expect(constantOf(authConstants, 'AUTO_REFRESH_TICK_DURATION_MS')).toBe('30 * 1000')
  expect(constantOf(authConstants, 'AUTO_REFRESH_TICK_THRESHOLD')).toBe('3')
})

test('supabase-js retries a refresh from 200 ms on within one tick', () => {
  expect(authClient).toContain('200 * Math.pow(2, attempt)')
  expect(authClient).toContain(
    'Date.now() + nextBackOffInterval - startedAt < AUTO_REFRESH_TICK_DURATION_MS',
  )
})

test('supabase-js caches the public keys for ten minutes', () => {
  expect(constantOf(authConstants, 'JWKS_TTL')).toBe('10 * 60 * 1000')
})

test('supabase-js calls a session in the URL old after 120 s', () => {
  expect(authClient).toContain('timeNow - issuedAt >= 120')
})

test('the realtime client times out after 10 s, sends heartbeats every 25 s and reconnects after 1, 2, 5 and 10 s', () => {
  const { realtime } = createClient('http://localhost:3000', 'sb_publishable_x')
  expect(realtime.timeout).toBe(10_000)
  expect(realtime.heartbeatIntervalMs).toBe(25_000)
  const waits = [1, 2, 3, 4, 5].map((tries) => realtime.reconnectAfterMs(tries))
  expect(waits).toEqual([1000, 2000, 5000, 10_000, 10_000])
})
