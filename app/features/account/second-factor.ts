import type { ShopClient } from '../../../supabase/client.ts'
import { setAuthPrompt } from './auth-prompt.ts'
import { requestWelcomeEmail } from './session-events.ts'
import { runAuthRequest, type AuthOutcome } from './sign-in.ts'
import { loadSupabase } from './supabase.ts'

/** An authenticator app that is enrolled but not verified yet. */
export interface TotpEnrolment {
  id: string
  /** The QR code as a data URL. */
  qrCode: string
  /** The secret in the QR code, for typing it into the app. */
  secret: string
}

/** Sessions that a link in an email has opened have their own attempt limit, so the text suggests such a link. */
const tooManyAttempts =
  'Too many tries for now. Wait a while, or go back to sign in and choose “Forgot your password?”: the link we email you still works.'

const errorTexts: Readonly<Record<string, string>> = {
  mfa_verification_failed:
    'That code isn’t right. Your app shows a new one every 30 seconds: try the next.',
  mfa_challenge_expired: 'That took a bit too long. Please try the next code.',
  over_request_rate_limit: tooManyAttempts,
}

function withErrorText(outcome: AuthOutcome): AuthOutcome {
  if (outcome.ok) return outcome
  return { ...outcome, message: errorTexts[outcome.code ?? ''] ?? outcome.message }
}

/**
 * Completes a sign-in with a code from the authenticator app. When the app has been removed in the meantime, a refreshed session
 * needs no code.
 */
export async function submitTotpCode(code: string): Promise<AuthOutcome> {
  return withErrorText(
    await runAuthRequest(async (supabase) => {
      const { data, error } = await supabase.auth.mfa.listFactors()
      if (error !== null) return error
      const [factor] = data.totp
      if (factor === undefined) return (await supabase.auth.refreshSession()).error
      const verified = await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
      if (verified.error === null) void requestWelcomeEmail(supabase)
      return verified.error
    }),
  )
}

/**
 * Completes a sign-in with a recovery code. The server then removes the second factor and the password, so a new password is
 * required.
 */
export function submitRecoveryCode(code: string): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const { data, error, status } = await supabase.rpc('use_recovery_code', { p_code: code })
    if (status === 429) return { message: tooManyAttempts }
    if (error !== null) return error
    if (!data) {
      // An earlier request, whose response was lost, may have used the code and removed the factor.
      const factors = await supabase.auth.mfa.listFactors()
      if (factors.error !== null) return factors.error
      if (factors.data.totp.length > 0)
        return { message: 'That’s not one of your recovery codes, or it’s already been used.' }
    }
    setAuthPrompt('recovery')
    const refreshed = await supabase.auth.refreshSession()
    if (refreshed.error === null) void requestWelcomeEmail(supabase)
    return refreshed.error
  })
}

/** Returns the ids of the verified TOTP factors. */
export async function loadTotpFactorIds(): Promise<string[]> {
  const { data, error } = await (await loadSupabase()).auth.mfa.listFactors()
  if (error !== null) throw error
  return data.totp.map(({ id }) => id)
}

/** Enrols an authenticator app and passes it to `onEnrolled`. Removes unverified factors of earlier attempts first. */
export async function enrolTotp(
  onEnrolled: (enrolment: TotpEnrolment) => void,
  siteName: string,
): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    const { data: factors, error: listError } = await supabase.auth.mfa.listFactors()
    if (listError !== null) return listError
    for (const { id, status } of factors.all)
      if (status !== 'verified') await supabase.auth.mfa.unenroll({ factorId: id })
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'App',
      issuer: siteName,
    })
    if (error !== null) return error
    onEnrolled({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
    return null
  })
}

/** Verifies an enrolled app with its first code, which enables the second factor, and passes new recovery codes to `onCodes`. */
export async function enableSecondFactor(
  id: string,
  code: string,
  onCodes: (codes: string[]) => void,
): Promise<AuthOutcome> {
  return withErrorText(
    await runAuthRequest(async (supabase) => {
      const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code })
      return error ?? (await createRecoveryCodes(supabase, onCodes))
    }),
  )
}

/** Replaces the recovery codes of the account and passes the new ones to `onCodes`. */
export function renewRecoveryCodes(onCodes: (codes: string[]) => void): Promise<AuthOutcome> {
  return runAuthRequest((supabase) => createRecoveryCodes(supabase, onCodes))
}

async function createRecoveryCodes(supabase: ShopClient, onCodes: (codes: string[]) => void) {
  const { data, error } = await supabase.rpc('make_recovery_codes')
  if (error === null) onCodes(data)
  return error
}

export function disableSecondFactor(ids: readonly string[]): Promise<AuthOutcome> {
  return runAuthRequest(async (supabase) => {
    for (const factorId of ids) {
      const { error } = await supabase.auth.mfa.unenroll({ factorId })
      if (error !== null) return error
    }
    return (await supabase.auth.refreshSession()).error
  })
}
