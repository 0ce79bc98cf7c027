import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  createUser,
  type AuthService,
  parseBody,
  goodPassword,
  createUniqueIp,
  openSignedInBrowser,
  siteUrl,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService({ settings: { pkce_links: true } })
})
afterAll(() => service.stop())

const password = goodPassword
const hour = 60 * 60_000

test('a recovery link signs in to set a new password', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const redirectTo = `${siteUrl.origin}/auth`
  const { error } = await service.browser().auth.resetPasswordForEmail(email, { redirectTo })
  expect(error).toBeNull()
  expect((await service.emails(email)).at(-1)?.template).toBe('auth_recover')
  const target = await service.openLatestLink(email)
  expect(target.origin + target.pathname + target.search).toBe(redirectTo)
  const session = new URLSearchParams(target.hash.slice(1))
  expect(session.get('type')).toBe('recovery')
  const browser = service.browser()
  await browser.auth.setSession({
    access_token: String(session.get('access_token')),
    refresh_token: String(session.get('refresh_token')),
  })
  expect((await browser.auth.updateUser({ password: 'Brand new 1' })).error).toBeNull()
  const again = await service.browser().auth.signInWithPassword({ email, password: 'Brand new 1' })
  expect(again.error).toBeNull()
})

test(
  'a recovery request is answered alike for known, unconfirmed and unknown addresses',
  { tags: ['abuse-20'] },
  async () => {
    const known = createUniqueEmail()
    await createUser(service, known)
    const unconfirmed = createUniqueEmail()
    await service.browser().auth.signUp({ email: unconfirmed, password })
    const unknown = createUniqueEmail()
    const answers = []
    for (const email of [known, unconfirmed, unknown]) {
      answers.push(await service.call({ path: '/auth/v1/recover', json: { email } }))
    }
    expect(answers[0]).toMatchObject({ status: 200, body: '{}' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await service.emails(unknown)).toEqual([])
  },
)

test('a recovery of an unconfirmed address removes the password of its sign-up', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  await service.browser().auth.resetPasswordForEmail(email)
  expect((await service.emails(email)).at(-1)?.data).not.toHaveProperty('fullName')
  expect((await service.openLatestLink(email)).hash).toContain('access_token=')
  const { error } = await service.browser().auth.signInWithPassword({ email, password })
  expect(error?.code).toBe('invalid_credentials')
})

test('a recovery link expires after two hours', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  await service.browser().auth.resetPasswordForEmail(email)
  service.clock.advance(2 * hour + 61_000)
  expect((await service.openLatestLink(email)).hash).toContain('error_code=otp_expired')
})

test('a newer link replaces the older one', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  await service.browser().auth.resetPasswordForEmail(email)
  const older = new URL(String((await service.emails(email)).at(-1)?.data.link))
  await service.browser().auth.resetPasswordForEmail(email)
  const response = await service.call({
    method: 'GET',
    path: older.pathname,
    query: older.search.slice(1),
    headers: {},
  })
  expect(response.headers.location).toContain('otp_expired')
  expect((await service.openLatestLink(email)).hash).toContain('access_token=')
})

test(
  'recovery and resend emails are limited by mailbox and by IP address, whether the account exists or not',
  { tags: ['abuse-19', 'form-recovery-30', 'email-account-links-30'] },
  async () => {
    const known = createUniqueEmail()
    await createUser(service, known)
    for (const email of [known, createUniqueEmail()]) {
      const clientAddress = createUniqueIp()
      const answers = []
      for (let time = 1; time <= 6; time += 1) {
        const json = { email }
        answers.push(await service.call({ path: '/auth/v1/recover', clientAddress, json }))
      }
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429])
      const [sixth] = answers.slice(-1).map((answer) => ({ ...answer, json: parseBody(answer) }))
      expect(sixth?.json.error_code).toBe('over_email_send_rate_limit')
      expect(Number(sixth?.headers['retry-after'])).toBeGreaterThan(3500)
    }
    const clientAddress = createUniqueIp()
    const flood = []
    for (let account = 1; account <= 61; account += 1) {
      const json = { email: createUniqueEmail(), type: 'signup' }
      flood.push((await service.call({ path: '/auth/v1/resend', clientAddress, json })).status)
    }
    expect(flood.indexOf(429)).toBe(60)
  },
)

test(
  'sign-ups, magic links and email changes send at most five emails an hour to an address',
  { tags: ['abuse-30', 'form-sign-up-30', 'form-account-30', 'email-account-links-30'] },
  async () => {
    const flooded = async (
      send: (email: string) => Promise<{ error: { code?: string } | null }>,
    ) => {
      const email = createUniqueEmail()
      const codes = []
      for (let time = 1; time <= 6; time += 1) codes.push((await send(email)).error?.code ?? null)
      expect(codes).toEqual([null, null, null, null, null, 'over_email_send_rate_limit'])
      expect((await service.emails(email)).length).toBeLessThanOrEqual(5)
    }
    const visitor = service.browser({ address: createUniqueIp() })
    await flooded((email) => visitor.auth.signUp({ email, password }))
    await flooded((email) => visitor.auth.signInWithOtp({ email }))
    const known = createUniqueEmail()
    await createUser(service, known)
    const browser = await openSignedInBrowser(service, known)
    await flooded((email) => browser.auth.updateUser({ email }))
  },
)

test('a sign-up email is sent again only until the address is confirmed', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  const { error } = await service.browser().auth.resend({ type: 'signup', email })
  expect(error).toBeNull()
  expect(await service.emails(email)).toHaveLength(2)
  await service.openLatestLink(email)
  await service.browser().auth.resend({ type: 'signup', email })
  expect(await service.emails(email)).toHaveLength(2)
})

test('a magic link and its code each sign in, and each invalidates the other', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = service.browser()
  await browser.auth.signInWithOtp({ email })
  const token = String((await service.emails(email)).at(-1)?.data.code)
  const byCode = await browser.auth.verifyOtp({ email, token, type: 'email' })
  expect(byCode.error).toBeNull()
  expect(byCode.data.user?.email).toBe(email)
  expect((await service.openLatestLink(email)).hash).toContain('otp_expired')
  await browser.auth.signInWithOtp({ email })
  expect((await service.openLatestLink(email)).hash).toContain('type=magiclink')
  const late = String((await service.emails(email)).at(-1)?.data.code)
  const used = await browser.auth.verifyOtp({ email, token: late, type: 'email' })
  expect(used.error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('a code creates an account for a new address, unless shouldCreateUser is false', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(await service.emails(email)).toEqual([])
  const browser = service.browser()
  expect((await browser.auth.signInWithOtp({ email })).error).toBeNull()
  const token = String((await service.emails(email)).at(-1)?.data.code)
  const { data, error } = await browser.auth.verifyOtp({ email, token, type: 'email' })
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBeTypeOf('string')
})

test('the token hash of a link can be verified by a request', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  const link = new URL(String((await service.emails(email)).at(-1)?.data.link))
  const { data, error } = await service.browser().auth.verifyOtp({
    token_hash: String(link.searchParams.get('token')),
    type: 'signup',
  })
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe(email)
})

test('a token hash is refused for another type of link', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  const link = new URL(String((await service.emails(email)).at(-1)?.data.link))
  const token_hash = String(link.searchParams.get('token'))
  for (const type of ['recovery', 'email_change', 'magiclink'] as const) {
    const { error } = await service.browser().auth.verifyOtp({ token_hash, type })
    expect(error?.code).toBe('otp_expired')
  }
  for (const type of ['constructor', '__proto__', 'sms', '']) {
    const response = await service.call({ path: '/auth/v1/verify', json: { token_hash, type } })
    expect(response.status).toBe(400)
  }
})

test(
  'guesses of codes are limited for the account and for the IP address',
  { tags: ['abuse-19', 'form-recovery-30'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    await service.browser().auth.signInWithOtp({ email })
    const guess = (to: string, clientAddress: string, token = '00000000') =>
      service.call({
        path: '/auth/v1/verify',
        clientAddress,
        json: { email: to, token, type: 'email' },
      })
    const here = createUniqueIp()
    const statuses = []
    for (let tries = 1; tries <= 6; tries += 1) statuses.push((await guess(email, here)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    // The sixth attempt was refused because of its IP address, and does not count as one of the ten attempts that the
    // account allows.
    for (let tries = 6; tries <= 10; tries += 1) await guess(email, createUniqueIp())
    const right = String((await service.emails(email)).at(-1)?.data.code)
    expect((await guess(email, createUniqueIp(), right)).status).toBe(429)
    const sprayer = createUniqueIp()
    const spray = []
    for (let account = 1; account <= 31; account += 1) {
      spray.push((await guess(createUniqueEmail(), sprayer)).status)
    }
    expect(spray.indexOf(429)).toBe(30)
  },
)

test('the newest link opens a session on any device, even when it was requested with a PKCE challenge', async () => {
  const shop = await startAuthService()
  onTestFinished(() => shop.stop())
  const email = createUniqueEmail()
  await createUser(shop, email)
  await shop.browser({ flowType: 'pkce' }).auth.resetPasswordForEmail(email)
  expect((await shop.openLatestLink(email)).hash).toContain('access_token')
})

test('the code of a PKCE link is exchanged for a session with its verifier', async () => {
  const email = createUniqueEmail()
  const browser = service.browser({ flowType: 'pkce' })
  await browser.auth.signUp({ email, password })
  const target = await service.openLatestLink(email)
  expect(target.searchParams.get('verified')).toBe('true')
  expect(target.hash).not.toContain('access_token')
  const code = String(target.searchParams.get('code'))
  const stranger = await service.call({
    path: '/auth/v1/token',
    query: 'grant_type=pkce',
    json: { auth_code: code, code_verifier: 'x'.repeat(50) },
  })
  expect(parseBody(stranger).error_code).toBe('bad_code_verifier')
  const { data, error } = await browser.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  const again = await service.call({
    path: '/auth/v1/token',
    query: 'grant_type=pkce',
    json: { auth_code: code, code_verifier: 'x'.repeat(50) },
  })
  expect(parseBody(again).error_code).toBe('flow_state_not_found')
})

test('the code of a PKCE link expires after five minutes', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = service.browser({ flowType: 'pkce' })
  await browser.auth.resetPasswordForEmail(email)
  const target = await service.openLatestLink(email)
  service.clock.advance(5 * 60_000 + 1)
  const { error } = await browser.auth.exchangeCodeForSession(
    String(target.searchParams.get('code')),
  )
  expect(error?.code).toBe('flow_state_expired')
})

test('an account changes its email when both addresses confirm', async () => {
  const [from, to] = [createUniqueEmail(), createUniqueEmail()]
  await createUser(service, from)
  const browser = await openSignedInBrowser(service, from)
  const { data, error } = await browser.auth.updateUser({ email: to })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: from, new_email: to })
  const first = await service.openLatestLink(to)
  expect(decodeURIComponent(first.hash.replaceAll('+', ' '))).toContain(
    'Please proceed to confirm link sent to the other email',
  )
  expect((await browser.auth.getUser()).data.user?.email).toBe(from)
  expect((await service.openLatestLink(from)).hash).toContain('access_token=')
  const user = (await browser.auth.getUser()).data.user
  expect(user).toMatchObject({ email: to, user_metadata: { email: to } })
  expect(user).not.toHaveProperty('new_email')
  expect(user?.identities?.[0]?.identity_data?.email).toBe(to)
  const { error: signIn } = await service.browser().auth.signInWithPassword({ email: to, password })
  expect(signIn).toBeNull()
})

test('one address alone cannot change the email of an account', async () => {
  const [from, to] = [createUniqueEmail(), createUniqueEmail()]
  await createUser(service, from)
  const browser = await openSignedInBrowser(service, from)
  await browser.auth.updateUser({ email: to })
  await service.openLatestLink(to)
  expect((await service.openLatestLink(to)).hash).toContain('otp_expired')
  expect((await browser.auth.getUser()).data.user?.email).toBe(from)
})

test(
  'email change emails resent by a stranger do not undo a confirmation',
  { tags: ['abuse-19'] },
  async () => {
    const [from, to] = [createUniqueEmail(), createUniqueEmail()]
    await createUser(service, from)
    const browser = await openSignedInBrowser(service, from)
    await browser.auth.updateUser({ email: to })
    const askAgain = () => service.browser().auth.resend({ type: 'email_change', email: from })
    expect((await askAgain()).error).toBeNull()
    await service.openLatestLink(to)
    const sentToNew = await service.emails(to)
    expect((await askAgain()).error).toBeNull()
    expect(await service.emails(to)).toEqual(sentToNew)
    expect((await service.openLatestLink(from)).hash).toContain('access_token=')
    expect((await browser.auth.getUser()).data.user?.email).toBe(to)
  },
)

test('an email change to a taken address is answered like any other, and its owner is notified', async () => {
  const [from, taken] = [createUniqueEmail(), createUniqueEmail()]
  await createUser(service, from)
  await createUser(service, taken)
  const browser = await openSignedInBrowser(service, from)
  const { data, error } = await browser.auth.updateUser({ email: taken })
  expect(error).toBeNull()
  expect(data.user?.new_email).toBe(taken)
  expect((await service.emails(taken)).at(-1)?.template).toBe('auth_account_exists')
  await service.openLatestLink(from)
  expect((await browser.auth.getUser()).data.user?.email).toBe(from)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%0d%0aset-cookie:x=1',
  `/\r\nset-cookie: x=1`,
  'http://evil@evil.example/',
  'http://localhost:3000@evil.example/',
  'http://localhost:3000.evil.example/',
  'http://user:pass@localhost:3000/',
  'http://localhost:30001/',
  'https://localhost:3000/',
  'blob:http://localhost:3000/8d1b5c9e',
])(
  'a link with the target %j redirects to the own origin',
  { tags: ['abuse-21'] },
  async (redirectTo) => {
    const email = createUniqueEmail()
    await service.call({
      path: '/auth/v1/signup',
      query: new URLSearchParams({ redirect_to: redirectTo }).toString(),
      json: { email, password },
    })
    const link = new URL(String((await service.emails(email)).at(-1)?.data.link))
    const kept = new URL(link.searchParams.get('redirect_to') ?? siteUrl)
    expect(kept.origin).toBe(siteUrl.origin)
    link.searchParams.set('redirect_to', redirectTo)
    const response = await service.call({
      method: 'GET',
      path: link.pathname,
      query: link.search.slice(1),
      headers: {},
    })
    expect(response.status).toBe(303)
    const location = String(response.headers.location)
    expect(location).toMatch(/^http:\/\/localhost:3000\//)
    expect(location).not.toMatch(/[\r\n]/)
    expect(response.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
  },
)

const home = siteUrl.href
const confirmedHome = `${siteUrl.origin}/?verified=true`

/** Sends the email of a type of link, with a redirect target. Returns the address to which its link leads, without the session. */
async function getLanding(type: string, target: string): Promise<string> {
  const email = createUniqueEmail()
  if (type !== 'signup') await createUser(service, email)
  const path = `/auth/v1/${type === 'recovery' ? 'recover' : type === 'magiclink' ? 'otp' : type}`
  const query = new URLSearchParams({ redirect_to: target }).toString()
  const { status } = await service.call({ path, query, json: { email, password } })
  expect(status).toBe(200)
  const landing = await service.openLatestLink(email)
  expect(landing.hash).toContain('access_token=')
  landing.hash = ''
  return landing.href
}

test.each([
  ['signup', '/', confirmedHome],
  ['signup', '/?verified=true', confirmedHome],
  [
    'signup',
    '/cart?code=PICKLE10&verified=true',
    `${siteUrl.origin}/cart?code=PICKLE10&verified=true`,
  ],
  ['recovery', '/', home],
  ['recovery', '/auth', `${siteUrl.origin}/auth`],
  ['recovery', '/desk/password/new', `${siteUrl.origin}/desk/password/new`],
])(
  'a %s link leads to the page %s, to which the shop’s own code sends people',
  async (type, target, landing) => {
    expect(await getLanding(type, target)).toBe(landing)
  },
)

test.each([
  '/robots.txt',
  '/healthz',
  '/desk',
  '/shop',
  '/account-settings?verified=true',
  '/checkout/success?session_id=cs_test_a1&verified=true',
  '/auth/',
  '/auth?next=/cart',
  '/desk/password/new?x=1',
  '/functions/v1/newsletter',
  '/sandbox/mail',
  '/auth/v1/verify?token=0123&type=recovery',
  '/%61uth/v1/verify?token=0123&type=recovery',
  '/auth?access_token=a&refresh_token=b&expires_in=3600&token_type=bearer&type=recovery',
  '/cart?verified=true&access_token=a&refresh_token=b',
  '/cart?verified=true&error_description=x',
])(
  'a link in an email leads to the front page instead of %s',
  { tags: ['abuse-21'] },
  async (target) => {
    expect(await getLanding('recovery', target)).toBe(home)
    expect(await getLanding('magiclink', target)).toBe(home)
    expect(await getLanding('signup', target)).toBe(confirmedHome)
  },
)

test('a link with a redirect target of more than 500 characters leads to the front page', async () => {
  expect(await getLanding('signup', `/cart?verified=true&code=${'x'.repeat(500)}`)).toBe(
    confirmedHome,
  )
  expect(await getLanding('recovery', `/${'x'.repeat(2500)}`)).toBe(home)
})

test('a recovery link leads to none of the pages of a confirmation, and a confirmation to none of the pages of a recovery', async () => {
  expect(await getLanding('recovery', '/cart?verified=true')).toBe(home)
  expect(await getLanding('signup', '/auth')).toBe(confirmedHome)
  expect(await getLanding('magiclink', '/desk/password/new')).toBe(home)
})

test(
  'every email of a stranger’s requests with a long redirect target can be written, and its link works',
  { tags: ['abuse-19'] },
  async () => {
    const [known, newcomer] = [createUniqueEmail(), createUniqueEmail()]
    await createUser(service, known)
    const clientAddress = createUniqueIp()
    const query = new URLSearchParams({
      redirect_to: `${siteUrl.origin}/${'x'.repeat(2500)}`,
    }).toString()
    const ask = (path: string, json: object) =>
      service.call({ path: `/auth/v1/${path}`, query, clientAddress, json })
    for (let time = 1; time <= 5; time += 1) {
      await ask('recover', { email: known })
      await ask('signup', { email: newcomer, password })
    }
    await ask('otp', { email: known, create_user: false })
    const browser = await openSignedInBrowser(service, known)
    const [moved, emailRedirectTo] = [createUniqueEmail(), `${siteUrl.origin}/${'x'.repeat(2500)}`]
    expect((await browser.auth.updateUser({ email: moved }, { emailRedirectTo })).error).toBeNull()
    expect((await ask('resend', { email: known, type: 'email_change' })).status).toBe(200)
    const emails = (await Promise.all([known, newcomer, moved].map(service.emails))).flat()
    expect(emails.length).toBeGreaterThan(12)
    expect((await service.openLatestLink(newcomer)).hash).toContain('access_token=')
  },
)

test('the email that is sent again after two sign-ups with one address can be written, and its link confirms the address', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  await service.browser().auth.signUp({ email, password: 'Another 1 for me' })
  await service.browser().auth.resend({ type: 'signup', email })
  const emails = await service.emails(email)
  expect(emails.map(({ template }) => template)).toEqual(Array(3).fill('auth_confirm'))
  expect((await service.openLatestLink(email)).hash).toContain('access_token=')
})

test('the link of an email change leads to the account page or the front page', async () => {
  for (const [target, landing] of [
    ['/account-settings', `${siteUrl.origin}/account-settings`],
    ['/robots.txt', home],
  ]) {
    const [from, to] = [createUniqueEmail(), createUniqueEmail()]
    await createUser(service, from)
    const browser = await openSignedInBrowser(service, from)
    await browser.auth.updateUser({ email: to }, { emailRedirectTo: siteUrl.origin + target })
    const opened = await service.openLatestLink(to)
    opened.hash = ''
    expect(opened.href).toBe(landing)
  }
})
