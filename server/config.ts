import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { isLoopbackName } from './loopback.ts'

/** Everything that can be set from outside. Made once at start, frozen, and handed to whoever needs it. */
export interface Config {
  readonly port: number
  readonly host: string
  /** The shop's public origin, without a path. */
  readonly siteUrl: URL
  /** Addresses or ranges of the proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly supabase: { url: string; publishableKey: string; secretKey: string } | null
  readonly stripe: { secretKey: string; webhookSecret: string; apiUrl: string | null } | null
  readonly smtpUrl: string | null
  readonly mailFrom: string | null
  readonly businessEmail: string | null
  /** When carts that were left are followed up, ms after their last change; null is never. */
  readonly cartReminders: { firstAfterMs: number; secondAfterMs: number } | null
  /** Where a backup is written every night, and how many are kept; null is never. */
  readonly backups: { folder: string; keep: number } | null
  /** Seals the keys that a backup has; null: it has none. */
  readonly backupPassphrase: string | null
  /** What /metrics asks of those who are not at this machine; null lets nobody else in. */
  readonly metricsToken: string | null
  /** The socket that a service manager holds for the shop (a file descriptor); null when the shop opens its own. */
  readonly heldSocket: number | null
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** One line that says which value cannot be used and why. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Guests' carts are kept for ninety days. */
const LATEST_REMINDER_MS = 60 * 24 * 60 * 60_000

/** It is tried at leisure by whoever gets hold of an archive. */
const SHORTEST_PASSPHRASE = 12

const text = (name: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(`${name} is empty`))
const url = (name: string, protocols: string[]) =>
  v.pipe(
    text(name),
    v.check((value) => URL.canParse(value), `${name} is not an address`),
    v.check(
      (value) => !URL.canParse(value) || protocols.includes(new URL(value).protocol),
      `${name} must start with ${protocols.join('// or ')}//`,
    ),
  )

const schema = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'PORT is not a number'),
      v.transform(Number),
      v.maxValue(65535, 'PORT is above 65535'),
    ),
    '3000',
  ),
  HOST: v.optional(text('HOST'), '127.0.0.1'),
  SITE_URL: v.optional(
    v.pipe(
      url('SITE_URL', ['http:', 'https:']),
      v.check(
        (value) => !URL.canParse(value) || new URL(value).pathname === '/',
        'SITE_URL must not have a path',
      ),
    ),
  ),
  TRUSTED_PROXIES: v.optional(v.string(), ''),
  DATA_DIR: v.optional(text('DATA_DIR'), './data'),
  DATABASE_URL: v.optional(url('DATABASE_URL', ['postgres:', 'postgresql:'])),
  SUPABASE_URL: v.optional(url('SUPABASE_URL', ['http:', 'https:'])),
  SUPABASE_PUBLISHABLE_KEY: v.optional(text('SUPABASE_PUBLISHABLE_KEY')),
  SUPABASE_SECRET_KEY: v.optional(text('SUPABASE_SECRET_KEY')),
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(
      text('STRIPE_SECRET_KEY'),
      v.regex(/^(sk|rk)_(test|live)_/, 'STRIPE_SECRET_KEY must start with sk_test_ or sk_live_'),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(
    v.pipe(
      text('STRIPE_WEBHOOK_SECRET'),
      v.regex(/^whsec_./, 'STRIPE_WEBHOOK_SECRET must start with whsec_'),
    ),
  ),
  STRIPE_API_URL: v.optional(
    v.pipe(
      url('STRIPE_API_URL', ['http:']),
      v.check(
        (value) => !URL.canParse(value) || isLoopbackName(new URL(value).hostname),
        'STRIPE_API_URL may only be a loopback address',
      ),
    ),
  ),
  SMTP_URL: v.optional(url('SMTP_URL', ['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(
    v.pipe(text('MAIL_FROM'), v.regex(/^[^\r\n]+@[^\r\n]+$/, 'MAIL_FROM is not an e-mail address')),
  ),
  BUSINESS_EMAIL: v.optional(
    v.pipe(text('BUSINESS_EMAIL'), v.email('BUSINESS_EMAIL is not an e-mail address')),
  ),
  CART_REMINDER_HOURS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(off|\d{1,3}(\.\d+)?)$/, 'CART_REMINDER_HOURS is not a number or off'),
    ),
    '4',
  ),
  CART_REMINDER_DAYS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d+)?$/, 'CART_REMINDER_DAYS is not a number')),
    '3',
  ),
  BACKUP_DIR: v.optional(text('BACKUP_DIR')),
  BACKUP_KEEP: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, 'BACKUP_KEEP is not a number above 0')),
    '14',
  ),
  BACKUP_PASSPHRASE: v.optional(
    v.pipe(
      v.string(),
      v.minLength(
        SHORTEST_PASSPHRASE,
        `BACKUP_PASSPHRASE is shorter than ${SHORTEST_PASSPHRASE} characters`,
      ),
    ),
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(text('METRICS_TOKEN'), v.minLength(16, 'METRICS_TOKEN is shorter than 16 characters')),
  ),
  LISTEN_FDS: v.optional(v.string()),
  LISTEN_PID: v.optional(v.string()),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'LOG_LEVEL must be trace, debug, info, warn, error or silent',
    ),
    'info',
  ),
})

/**
 * Reads the environment (the only place that does).
 * @throws ConfigError naming every value that cannot be used
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  workingDirectory: string,
  processId: number = process.pid,
): Config {
  const { success, output, issues } = v.safeParse(schema, environment)
  if (!success) throw new ConfigError([...new Set(issues.map((issue) => issue.message))].join('; '))
  return Object.freeze({
    port: output.PORT,
    host: output.HOST,
    siteUrl: new URL(output.SITE_URL ?? `http://localhost:${output.PORT}`),
    trustedProxies: output.TRUSTED_PROXIES.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    dataDir: resolve(workingDirectory, output.DATA_DIR),
    databaseUrl: output.DATABASE_URL ?? null,
    supabase: together('SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY', {
      url: output.SUPABASE_URL,
      publishableKey: output.SUPABASE_PUBLISHABLE_KEY,
      secretKey: output.SUPABASE_SECRET_KEY,
    }),
    stripe: readStripe(output),
    smtpUrl: output.SMTP_URL ?? null,
    mailFrom: output.MAIL_FROM ?? null,
    businessEmail: output.BUSINESS_EMAIL ?? null,
    cartReminders: readReminders(output),
    backups: readBackups(output, workingDirectory),
    backupPassphrase: output.BACKUP_PASSPHRASE ?? null,
    metricsToken: output.METRICS_TOKEN ?? null,
    heldSocket: readHeldSocket(output, processId),
    logLevel: output.LOG_LEVEL,
  })
}

function readStripe(output: v.InferOutput<typeof schema>): Config['stripe'] {
  const keys = together('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET', {
    secretKey: output.STRIPE_SECRET_KEY,
    webhookSecret: output.STRIPE_WEBHOOK_SECRET,
  })
  if (keys === null && output.STRIPE_API_URL !== undefined)
    throw new ConfigError('STRIPE_API_URL needs STRIPE_SECRET_KEY')
  return keys && { ...keys, apiUrl: output.STRIPE_API_URL ?? null }
}

function readBackups(
  output: v.InferOutput<typeof schema>,
  workingDirectory: string,
): Config['backups'] {
  if (output.BACKUP_DIR === undefined) return null
  if (output.SUPABASE_URL !== undefined && output.DATABASE_URL === undefined)
    throw new ConfigError('BACKUP_DIR with SUPABASE_URL needs DATABASE_URL, the connection string')
  return {
    folder: resolve(workingDirectory, output.BACKUP_DIR),
    keep: Number(output.BACKUP_KEEP),
  }
}

/**
 * systemd's way to hand over sockets (sd_listen_fds(3)): the first is number 3, and the process that they are meant for is
 * named, since its children inherit the names.
 */
function readHeldSocket(
  { LISTEN_FDS: count, LISTEN_PID: meantFor }: v.InferOutput<typeof schema>,
  processId: number,
): number | null {
  if (count === undefined || meantFor !== String(processId)) return null
  if (count !== '1') throw new ConfigError('LISTEN_FDS: the shop listens on one socket')
  return 3
}

function readReminders(output: v.InferOutput<typeof schema>): Config['cartReminders'] {
  if (output.CART_REMINDER_HOURS === 'off') return null
  const firstAfterMs = Math.round(Number(output.CART_REMINDER_HOURS) * 60 * 60_000)
  const secondAfterMs = Math.round(Number(output.CART_REMINDER_DAYS) * 24 * 60 * 60_000)
  if (firstAfterMs === 0) throw new ConfigError('CART_REMINDER_HOURS must be above 0, or off')
  if (secondAfterMs <= firstAfterMs)
    throw new ConfigError('CART_REMINDER_DAYS must be later than CART_REMINDER_HOURS')
  if (secondAfterMs > LATEST_REMINDER_MS)
    throw new ConfigError('CART_REMINDER_DAYS must be at most 60')
  return { firstAfterMs, secondAfterMs }
}

/** Values that only make sense all together: all of them, or null when none is given. */
function together<T extends Record<string, string | undefined>>(
  names: string,
  values: T,
): { [K in keyof T]: string } | null {
  const given = Object.values(values).filter((value) => value !== undefined)
  if (given.length === 0) return null
  if (given.length < Object.keys(values).length)
    throw new ConfigError(`${names} are needed together`)
  return values as { [K in keyof T]: string }
}

/** The folder that holds the shop's own keys and the payment sandbox's state. */
export function keysFile(config: Config): string {
  return join(config.dataDir, 'keys.json')
}
