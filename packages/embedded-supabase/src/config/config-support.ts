import { isObject } from '../core/read-json.ts'
import { StartError } from '../core/start-error.ts'

type Leaf = readonly [path: string, value: unknown]

/** Settings with a fixed value in this backend. A file that sets exactly this value changes nothing, so it is accepted. */
const alwaysSo: readonly (readonly [path: string, value: unknown])[] = [
  ['api.enabled', true],
  ['auth.enabled', true],
  ['auth.enable_refresh_token_rotation', true],
  ['auth.refresh_token_reuse_interval', 10],
  ['auth.mfa.totp.enroll_enabled', true],
  ['auth.mfa.totp.verify_enabled', true],
  ['auth.mfa.phone.enroll_enabled', false],
  ['auth.mfa.phone.verify_enabled', false],
  ['auth.mfa.web_authn.enroll_enabled', false],
  ['auth.mfa.web_authn.verify_enabled', false],
  ['auth.mfa.max_enrolled_factors', 10],
  ['auth.sms.enable_signup', false],
  ['storage.enabled', true],
]

/**
 * Settings for Supabase's command line tool and the containers that it starts. They affect no API response, so they are ignored
 * silently.
 */
const forTheTool = [
  'project_id',
  'db.**',
  'studio.**',
  'inbucket.**',
  'local_smtp.**',
  'analytics.**',
  'edge_runtime.**',
  'experimental.**',
  'realtime.**',
  'api.port',
  'api.tls.**',
  'storage.buckets.**',
  'functions.*.enabled',
  'functions.*.import_map',
  'functions.*.entrypoint',
  'functions.*.static_files',
]

/** Settings that this backend ignores with a warning: without them nothing is less secure. */
const harmless = [
  'auth.enable_refresh_token_rotation',
  'auth.refresh_token_reuse_interval',
  'auth.email.max_frequency',
  'auth.email.otp_expiry',
  'auth.email.smtp.**',
  'auth.email.template.**',
  'auth.email.notification.**',
  'auth.sms.**',
  'auth.external.**',
  'auth.web3.**',
  'auth.rate_limit.anonymous_users',
  'auth.rate_limit.sms_sent',
  'auth.rate_limit.token_refresh',
  'auth.rate_limit.web3',
]

/** Sections in which ignoring an unknown setting could make the API less secure. */
const guarded = /^(api|auth|storage|functions)\./

/**
 * Returns a warning for each setting that has no effect here.
 * @param known paths of the supported settings
 * @throws StartError for an unknown, possibly misspelled, setting that could make the API less secure when ignored
 */
export function getSupportWarnings(config: unknown, known: readonly string[]): string[] {
  const warnings: string[] = []
  for (const [path, value] of leavesOf(config, '')) {
    if (matches(path, [...known, ...forTheTool]) || isAlwaysSo(path, value)) continue
    if (matches(path, harmless)) warnings.push(`${path} has no effect here.`)
    else if (guarded.test(path)) throw new StartError(refusalOf(path, known))
    else warnings.push(`${path} is not known, and has no effect.`)
  }
  return warnings
}

function refusalOf(path: string, known: readonly string[]): string {
  const name = path.split('.').at(-1) ?? ''
  const meant = known.find((one) => distance(one.split('.').at(-1) ?? '', name) <= 2)
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  return `The configuration cannot be used: ${path} is not supported, and the shop could be less safe without it.${hint} Take it out to start all the same.`
}

/**
 * Replaces the values of the form `env(NAME)` by environment variables.
 * @throws StartError when the variable of a supported setting is not set
 */
export function resolveEnvironment(
  config: unknown,
  environment: Record<string, string | undefined>,
  known: readonly string[],
  path = '',
): unknown {
  const below = (value: unknown, name: string) =>
    resolveEnvironment(value, environment, known, path === '' ? name : `${path}.${name}`)
  if (Array.isArray(config))
    return config.map((each) => resolveEnvironment(each, environment, known, path))
  if (isObject(config))
    return Object.fromEntries(
      Object.entries(config).map(([name, each]) => [name, below(each, name)]),
    )
  const [, name] = typeof config === 'string' ? (/^env\((\w+)\)$/.exec(config) ?? []) : []
  if (name === undefined) return config
  const value = environment[name]
  if (value === undefined && matches(path, known))
    throw new StartError(
      `The configuration cannot be used: ${path} asks for ${name}, which is not set`,
    )
  return value ?? config
}

/** Lists the settings with their paths. A disabled section has no settings. */
function leavesOf(value: unknown, path: string): Leaf[] {
  if (!isObject(value)) return [[path, value]]
  if (value['enabled'] === false && path !== '' && !/^(api|auth|storage)$/.test(path)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, path === '' ? name : `${path}.${name}`),
  )
}

function isAlwaysSo(path: string, value: unknown): boolean {
  return alwaysSo.some(([one, so]) => one === path && so === value)
}

function matches(path: string, patterns: readonly string[]): boolean {
  const names = path.split('.')
  return patterns.some((pattern) => {
    const parts = pattern.split('.')
    const isOpen = parts.at(-1) === '**'
    const fixed = isOpen ? parts.slice(0, -1) : parts
    if (isOpen ? names.length < fixed.length : names.length !== fixed.length) return false
    return fixed.every((part, index) => part === '*' || part === names[index])
  })
}

/** Returns the edit distance (Levenshtein) of two names. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...other].entries())
      next.push(
        Math.min(
          (next[at] ?? 0) + 1,
          (row[at + 1] ?? 0) + 1,
          (row[at] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
