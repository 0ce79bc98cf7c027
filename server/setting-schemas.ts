import * as v from 'valibot'

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
