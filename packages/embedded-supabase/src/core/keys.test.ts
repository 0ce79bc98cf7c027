import { expect, test } from 'vitest'
import { generateKeys, publicKeySet, resolveCaller, signToken, verifyToken } from './keys.ts'

const now = Date.UTC(2026, 10, 20)
const exp = now / 1000 + 3600

test('generated API keys are unique and have the prefix of their kind', async () => {
  const [first, second] = [await generateKeys(), await generateKeys()]
  expect(first.publishable).toMatch(/^sb_publishable_[\w-]{32}$/)
  expect(first.secret).toMatch(/^sb_secret_[\w-]{43}$/)
  expect(first.secret).not.toBe(second.secret)
  expect(first.jwt.kid).not.toBe(second.jwt.kid)
  expect(JSON.stringify(publicKeySet(first))).not.toContain(String(first.jwt.privateJwk.d))
})

test('keys survive the round trip through JSON', async () => {
  const keys = await generateKeys()
  const read = JSON.parse(JSON.stringify(keys)) as typeof keys
  const token = signToken(keys, { role: 'authenticated', exp })
  expect(verifyToken(read, token, now)).toMatchObject({ role: 'authenticated' })
})

test('the publishable key maps to the role anon, the secret key to service_role', async () => {
  const keys = await generateKeys()
  const as = (apikey: string, authorization?: string) =>
    resolveCaller(keys, { apikey, authorization }, now)
  const anon = { caller: { role: 'anon', claims: { role: 'anon' } } }
  const service = { caller: { role: 'service_role', claims: { role: 'service_role' } } }
  expect(as(keys.publishable)).toEqual(anon)
  expect(as(keys.publishable, `Bearer ${keys.publishable}`)).toEqual(anon)
  expect(as(keys.publishable, 'Basic eDp5')).toEqual(anon)
  expect(as(keys.secret)).toEqual(service)
  expect(as(keys.secret, `bearer ${keys.secret}`)).toEqual(service)
})

test('an access token decides the role, whichever API key comes with it', async () => {
  const keys = await generateKeys()
  const token = signToken(keys, { role: 'authenticated', sub: 'somebody', exp })
  for (const apikey of [keys.publishable, keys.secret]) {
    const authorization = `Bearer ${token}`
    expect(resolveCaller(keys, { apikey, authorization }, now)).toEqual({
      caller: { role: 'authenticated', claims: { role: 'authenticated', sub: 'somebody', exp } },
    })
  }
})

test('missing and unknown API keys are refused with the messages of the Supabase gateway', async () => {
  const keys = await generateKeys()
  const message = (headers: Record<string, string>) => {
    const resolution = resolveCaller(keys, headers, now)
    return 'refusal' in resolution ? resolution.refusal.body.message : null
  }
  expect(message({})).toBe('No API key found in request')
  expect(message({ apikey: '' })).toBe('No API key found in request')
  expect(message({ apikey: keys.publishable.slice(0, -1) })).toBe('Invalid API key')
  expect(message({ apikey: keys.jwt.kid, authorization: `Bearer ${keys.secret}` })).toBe(
    'Invalid API key',
  )
})

test(
  'an invalid token is refused with 401 and the code of PostgREST instead of becoming anonymous',
  { tags: ['abuse-17'] },
  async () => {
    const keys = await generateKeys()
    const late = signToken(keys, { role: 'authenticated', exp: now / 1000 })
    const code = (bearer: string) => {
      const resolution = resolveCaller(
        keys,
        { apikey: keys.publishable, authorization: `Bearer ${bearer}` },
        now,
      )
      return 'refusal' in resolution
        ? [resolution.refusal.status, resolution.refusal.body.code]
        : null
    }
    expect(code(late)).toEqual([401, 'PGRST303'])
    expect(code('forged')).toEqual([401, 'PGRST301'])
    expect(code('')).toEqual([401, 'PGRST301'])
    expect(code(keys.secret)).toEqual([401, 'PGRST301'])
    expect(code(signToken(keys, { role: 'postgres', exp }))).toEqual([401, 'PGRST301'])
  },
)

test('more than two thousand tokens are verified although the cache of tokens is bounded', async () => {
  const keys = await generateKeys()
  for (let person = 0; person < 2100; person += 1) {
    const token = signToken(keys, { role: 'authenticated', sub: String(person), exp })
    expect('claims' in verifyToken(keys, token, now)).toBe(true)
  }
})
