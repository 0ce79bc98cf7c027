import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import {
  addPerson,
  type AuthService,
  goodPassword,
  randomAddress,
  signedInBrowser,
  createUniqueEmail,
} from './auth-service.ts'

export interface App {
  factorId: string
  /** Returns the code that the authenticator app shows, `ahead` periods of 30 s from now. */
  code: (ahead?: number) => string
}

export interface GuardedPerson extends App {
  email: string
  /** The browser in which the second factor was confirmed; `address` is the browser's IP address. */
  browser: SupabaseClient
  address: string
}

export async function enrollApp(
  service: AuthService,
  browser: SupabaseClient,
  friendlyName = 'Telephone',
): Promise<App> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) throw error
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const code = (ahead = 0) => app.generate({ timestamp: service.clock.now() + ahead * 30_000 })
  return { factorId: data.id, code }
}

/** Creates a user with a second factor, which was confirmed in the returned browser. */
export async function addGuardedPerson(service: AuthService): Promise<GuardedPerson> {
  const [email, address] = [createUniqueEmail(), randomAddress()]
  await addPerson(service, email)
  const browser = await signedInBrowser(service, email, goodPassword, address)
  const app = await enrollApp(service, browser)
  const { error } = await browser.auth.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: app.code(),
  })
  if (error !== null) throw error
  service.clock.advance(90_000)
  return { ...app, email, browser, address }
}

export async function wrongCode(browser: SupabaseClient, factorId: string) {
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
