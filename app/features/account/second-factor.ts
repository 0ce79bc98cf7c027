import type { ShopClient } from '../../../supabase/client.ts'
import { setOccasion } from './auth-prompt.ts'
import { greet } from './session-events.ts'
import { attempt, type AuthOutcome } from './sign-in.ts'
import { loadSupabase } from './supabase.ts'

/** An authenticator app that is enrolled but not verified yet. */
export interface NewApp {
  id: string
  /** The QR code as a data URL. */
  picture: string
  /** The secret in the QR code, for typing it into the app. */
  secret: string
}

/** Sessions that a link in an email has opened have their own attempt limit, so the text suggests such a link. */
const tooManyTries =
  'Too many tries for now. Wait a while, or go back to sign in and choose “Forgot your password?”: the link we email you still works.'

const words: Readonly<Record<string, string>> = {
  mfa_verification_failed:
    'That code isn’t right. Your app shows a new one every 30 seconds: try the next.',
  mfa_challenge_expired: 'That took a bit too long. Please try the next code.',
  over_request_rate_limit: tooManyTries,
}

function inWords(outcome: AuthOutcome): AuthOutcome {
  if (outcome.ok) return outcome
  return { ...outcome, message: words[outcome.code ?? ''] ?? outcome.message }
}

/**
 * Completes a sign-in with a code from the authenticator app. When the app has been removed in the meantime, a refreshed session
 * needs no code.
 */
export async function submitCode(code: string): Promise<AuthOutcome> {
  return inWords(
    await attempt(async (supabase) => {
      const { data, error } = await supabase.auth.mfa.listFactors()
      if (error !== null) return error
      const [app] = data.totp
      if (app === undefined) return (await supabase.auth.refreshSession()).error
      const given = await supabase.auth.mfa.challengeAndVerify({ factorId: app.id, code })
      if (given.error === null) void greet(supabase)
      return given.error
    }),
  )
}

/**
 * Completes a sign-in with a recovery code. The server then removes the second factor and the password, so a new password is
 * required.
 */
export function submitRecoveryCode(code: string): Promise<AuthOutcome> {
  return attempt(async (supabase) => {
    const { data, error, status } = await supabase.rpc('use_recovery_code', { p_code: code })
    if (status === 429) return { message: tooManyTries }
    if (error !== null) return error
    if (!data)
      return { message: 'That’s not one of your recovery codes, or it’s already been used.' }
    setOccasion('recovery')
    const refreshed = await supabase.auth.refreshSession()
    if (refreshed.error === null) void greet(supabase)
    return refreshed.error
  })
}

/** Returns the ids of the verified TOTP factors. */
export async function loadApps(): Promise<string[]> {
  const { data, error } = await (await loadSupabase()).auth.mfa.listFactors()
  if (error !== null) throw error
  return data.totp.map(({ id }) => id)
}

/** Enrols an authenticator app and passes it to `onBegun`. Removes unverified factors of earlier attempts first. */
export async function enrolApp(
  onBegun: (app: NewApp) => void,
  siteName: string,
): Promise<AuthOutcome> {
  return attempt(async (supabase) => {
    const { data: known, error: unknown } = await supabase.auth.mfa.listFactors()
    if (unknown !== null) return unknown
    for (const { id, status } of known.all)
      if (status !== 'verified') await supabase.auth.mfa.unenroll({ factorId: id })
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'App',
      issuer: siteName,
    })
    if (error !== null) return error
    onBegun({ id: data.id, picture: data.totp.qr_code, secret: data.totp.secret })
    return null
  })
}

/** Verifies an enrolled app with its first code, which enables the second factor, and passes new recovery codes to `onCodes`. */
export async function enableSecondFactor(
  id: string,
  code: string,
  onCodes: (codes: string[]) => void,
): Promise<AuthOutcome> {
  return inWords(
    await attempt(async (supabase) => {
      const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code })
      return error ?? (await makeCodes(supabase, onCodes))
    }),
  )
}

/** Replaces the recovery codes of the account and passes the new ones to `onCodes`. */
export function renewCodes(onCodes: (codes: string[]) => void): Promise<AuthOutcome> {
  return attempt((supabase) => makeCodes(supabase, onCodes))
}

async function makeCodes(supabase: ShopClient, onCodes: (codes: string[]) => void) {
  const { data, error } = await supabase.rpc('make_recovery_codes')
  if (error === null) onCodes(data)
  return error
}

export function disableSecondFactor(ids: readonly string[]): Promise<AuthOutcome> {
  return attempt(async (supabase) => {
    for (const factorId of ids) {
      const { error } = await supabase.auth.mfa.unenroll({ factorId })
      if (error !== null) return error
    }
    return (await supabase.auth.refreshSession()).error
  })
}
