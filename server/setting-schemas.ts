import * as v from 'valibot'
import { StartError } from '../packages/embedded-supabase/src/core.ts'

/** Schemas of single settings; their messages continue the name of the setting. */
export const textSetting = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'))
export const patternSetting = (pattern: RegExp, otherwise: string) =>
  v.pipe(textSetting, v.regex(pattern, otherwise))
export const urlSetting = (...protocols: string[]) =>
  v.pipe(
    textSetting,
    v.check((value) => URL.canParse(value), 'is not an address'),
    v.check(
      (value) => protocols.includes(new URL(value).protocol),
      `must start with ${protocols.join('// or ')}//`,
    ),
  )
export const minCharacters = (length: number) =>
  v.minLength<string, number, string>(length, `is shorter than ${length} characters`)

export const sslModes = new Set([
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
])

/** Returns true for both kinds of secret key that hosted Supabase issues: `sb_secret_…`, or a JWT that names its role. */
export function isSecretKey(key: string): boolean {
  const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()
  return key.startsWith('sb_secret_') || claims.includes('"service_role"')
}

/** Splits a setting at its commas. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns settings that make sense only together; null when none of them is given.
 * @throws StartError when some are missing
 */
export function requireTogether<T extends Record<string, string | undefined>>(
  names: string,
  values: T,
): { [K in keyof T]: string } | null {
  const given = Object.values(values).filter((value) => value !== undefined)
  if (given.length === 0) return null
  if (given.length < Object.keys(values).length)
    throw new StartError(`${names} are needed together`)
  return values as { [K in keyof T]: string }
}
