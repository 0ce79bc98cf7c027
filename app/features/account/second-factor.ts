import type { ShopClient } from '../../../supabase/client.ts'
import { setOccasion } from './occasion.ts'
import { greet } from './session-events.ts'
import { attempt, type AuthOutcome } from './sign-in.ts'
import { loadSupabase } from './supabase.ts'

/** An app that shows codes, before the first one of it was given. */
export interface NewApp {
  id: string
  /** A picture to scan, as an address that holds it. */
  picture: string
  /** The same to type in. */
  secret: string
}

/** A link in an email opens a sign-in whose tries are counted apart. */
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

/** Finishes a sign-in with the code of the app. */
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

/** Finishes a sign-in with a recovery code. The account has neither its app nor its password after it. */
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

/** The ids of apps whose codes the account asks for. */
export async function loadApps(): Promise<string[]> {
  const { data, error } = await (await loadSupabase()).auth.mfa.listFactors()
  if (error !== null) throw error
  return data.totp.map(({ id }) => id)
}

/** Begins with an app, in place of one that was begun and never finished. */
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

/** Turns an app's codes on with the first of them, and gives the recovery codes that go with them. */
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

/** New recovery codes in place of the ones before. */
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
