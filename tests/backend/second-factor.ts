import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import {
  createUser,
  type AuthService,
  goodPassword,
  createUniqueIp,
  openSignedInBrowser,
  createUniqueEmail,
} from './auth-service.ts'

export interface AuthenticatorApp {
  factorId: string
  /** Returns the code that the authenticator app shows, `ahead` periods of 30 s from now. */
  code: (ahead?: number) => string
}

export interface TwoFactorUser extends AuthenticatorApp {
  email: string
  /** The browser in which the second factor was confirmed; `address` is the browser's IP address. */
  browser: SupabaseClient
  address: string
}

export async function enrollAuthenticator(
  service: AuthService,
  browser: SupabaseClient,
  friendlyName = 'Telephone',
): Promise<AuthenticatorApp> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) throw error
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const code = (ahead = 0) => app.generate({ timestamp: service.clock.now() + ahead * 30_000 })
  return { factorId: data.id, code }
}

/** Creates a user with a second factor, which was confirmed in the returned browser. */
export async function createTwoFactorUser(service: AuthService): Promise<TwoFactorUser> {
  const [email, address] = [createUniqueEmail(), createUniqueIp()]
  await createUser(service, email)
  const browser = await openSignedInBrowser(service, email, goodPassword, address)
  const app = await enrollAuthenticator(service, browser)
  const { error } = await browser.auth.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: app.code(),
  })
  if (error !== null) throw error
  service.clock.advance(90_000)
  return { ...app, email, browser, address }
}

export async function submitWrongCode(browser: SupabaseClient, factorId: string) {
  return (await browser.auth.mfa.challengeAndVerify({ factorId, code: '000000' })).error
}

/** Returns a browser that has opened the password reset link in the latest email. */
export async function openRecoveryLink(
  service: AuthService,
  email: string,
  address: string,
): Promise<SupabaseClient> {
  const browser = service.browser({ address })
  const { error } = await browser.auth.resetPasswordForEmail(email)
  if (error !== null) throw error
  const { hash } = await service.openLatestLink(email)
  const values = new URLSearchParams(hash.slice(1))
  const tokens = {
    access_token: String(values.get('access_token')),
    refresh_token: String(values.get('refresh_token')),
  }
  const opened = await browser.auth.setSession(tokens)
  if (opened.error !== null) throw opened.error
  return browser
}
