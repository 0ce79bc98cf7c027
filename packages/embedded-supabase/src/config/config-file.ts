import { parse, TomlError } from 'smol-toml'
import * as v from 'valibot'
import { compileRedirectPattern } from '../auth/redirect-patterns.ts'
import { type AuthSettings, defaultAuthSettings } from '../auth/settings.ts'
import { type ApiSettings, defaultApiSettings } from '../rest/settings.ts'
import { getSupportWarnings, resolveEnvironment } from './config-support.ts'
import { StartError } from '../core/start-error.ts'

/** Settings read from Supabase's `config.toml`, as far as this backend supports them. */
export interface ConfigFile {
  api: ApiSettings
  siteUrl: URL | null
  /** The public URL of the backend, when it differs from the address that it listens on. */
  externalUrl: URL | null
  auth: Omit<AuthSettings, 'password_hibp_enabled' | 'pkce_links' | 'site_paths'>
  /** Maximum bytes of an uploaded file; undefined when it is not set. */
  fileSizeLimit: number | undefined
  /** Enables image transformations, which serve pictures in other sizes. */
  transformsPictures: boolean
  /** Names of functions with `verify_jwt = false`, which are called without a key. */
  openFunctions: ReadonlySet<string>
  /** One warning for each setting in the file that has no effect here. */
  warnings: string[]
}

const name = v.pipe(v.string(), v.regex(/^[^\0]{1,63}$/, 'is no name of a schema'))
const redirects = v.pipe(v.string(), v.check(isPattern, 'is a pattern without an end'))
const flag = (usual: boolean) => v.optional(v.boolean(), usual)
const count = (usual: number, least = 1, most = 1_000_000) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most)), usual)
const address = v.optional(v.pipe(v.string(), v.url('is not an address')))
const { email, rate_limit: rates, ...account } = defaultAuthSettings

const schema = v.object({
  api: v.optional(
    v.object({
      schemas: v.optional(v.pipe(v.array(name), v.minLength(1)), [...defaultApiSettings.schemas]),
      extra_search_path: v.optional(v.array(name), [...defaultApiSettings.extra_search_path]),
      max_rows: count(defaultApiSettings.max_rows),
      external_url: address,
    }),
    {},
  ),
  auth: v.optional(
    v.object({
      site_url: address,
      enable_signup: flag(account.enable_signup),
      enable_anonymous_sign_ins: flag(account.enable_anonymous_sign_ins),
      enable_manual_linking: flag(account.enable_manual_linking),
      additional_redirect_urls: v.optional(v.array(redirects), []),
      jwt_expiry: count(account.jwt_expiry, 30, 604_800),
      minimum_password_length: count(account.minimum_password_length, 6, 72),
      password_requirements: v.optional(
        v.picklist([
          '',
          'letters_digits',
          'lower_upper_letters_digits',
          'lower_upper_letters_digits_symbols',
        ]),
        account.password_requirements,
      ),
      email: v.optional(
        v.object({
          enable_signup: flag(email.enable_signup),
          enable_confirmations: flag(email.enable_confirmations),
          double_confirm_changes: flag(email.double_confirm_changes),
          secure_password_change: flag(email.secure_password_change),
          otp_length: count(email.otp_length, 6, 10),
        }),
        {},
      ),
      rate_limit: v.optional(
        v.object({
          email_sent: count(rates.email_sent),
          sign_in_sign_ups: count(rates.sign_in_sign_ups),
          token_verifications: count(rates.token_verifications),
        }),
        {},
      ),
    }),
    {},
  ),
  storage: v.optional(
    v.object({
      file_size_limit: v.optional(
        v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)? ?[KMG]?i?B$/, 'is not a size such as 50MiB')),
      ),
      image_transformation: v.optional(v.looseObject({ enabled: v.boolean() })),
    }),
    {},
  ),
  functions: v.optional(
    v.record(v.string(), v.object({ verify_jwt: v.optional(v.boolean(), true) })),
    {},
  ),
})

/** Paths of all settings that the schema supports. */
const known = [
  ...Object.keys(schema.entries.api.wrapped.entries).map((name) => `api.${name}`),
  ...Object.keys(schema.entries.auth.wrapped.entries).map((name) => `auth.${name}`),
  ...Object.keys(schema.entries.auth.wrapped.entries.email.wrapped.entries).map(
    (name) => `auth.email.${name}`,
  ),
  ...Object.keys(schema.entries.auth.wrapped.entries.rate_limit.wrapped.entries).map(
    (name) => `auth.rate_limit.${name}`,
  ),
  'storage.file_size_limit',
  'storage.image_transformation.enabled',
  'functions.*.verify_jwt',
]

/** Parses `config.toml`. @throws StartError that names the setting that cannot be used, and why */
export function readConfigFile(
  text: string,
  environment: Record<string, string | undefined> = {},
): ConfigFile {
  const given = resolveEnvironment(parsed(text), environment, known)
  const warnings = getSupportWarnings(given, known)
  const { api, auth, storage, functions } = judged(given)
  const { site_url: siteUrl, ...others } = auth
  const { external_url: externalUrl, ...rest } = api
  const open = Object.entries(functions).filter(([, { verify_jwt: isJudged }]) => !isJudged)
  return {
    api: rest,
    siteUrl: siteUrl === undefined ? null : new URL(siteUrl),
    externalUrl: externalUrl === undefined ? null : new URL(externalUrl),
    auth: others,
    fileSizeLimit: bytesOf(storage.file_size_limit),
    transformsPictures: storage.image_transformation?.enabled === true,
    openFunctions: new Set(open.map(([each]) => each)),
    warnings,
  }
}

function isPattern(text: string): boolean {
  try {
    return Boolean(compileRedirectPattern(text))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TomlError)
      throw new StartError(`The configuration is no TOML: ${error.message}`)
    throw error
  }
}

function judged(value: unknown): v.InferOutput<typeof schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue) ?? 'the whole'
  throw new StartError(`The configuration cannot be used: ${path}: ${issue.message}`)
}

const powers: Record<string, number> = { '': 0, K: 1, M: 2, G: 3 }

function bytesOf(size: string | undefined): number | undefined {
  if (size === undefined) return undefined
  const [, number, unit = '', binary] = /^([\d.]+) ?([KMG]?)(i?)B$/.exec(size) ?? []
  return Math.floor(Number(number) * (binary === 'i' ? 1024 : 1000) ** (powers[unit] ?? 0))
}
