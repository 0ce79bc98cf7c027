import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { StartError } from '../packages/embedded-supabase/src/core.ts'
import { isLoopbackHostname } from './loopback.ts'
import {
  getMailAddresses,
  emailAddressSchema,
  senderSchema,
  smtpUrlSchema,
} from './mail-settings.ts'
import {
  urlSetting,
  isSecretKey,
  minCharacters,
  patternSetting,
  requireTogether,
  splitList,
  sslModes,
  textSetting,
} from './setting-schemas.ts'

/** Latest time of a cart reminder: guests' carts are kept for ninety days, so a reminder must be earlier. */
const LATEST_REMINDER_MS = 60 * 24 * 60 * 60_000

const settings = v.object({
  PORT: v.optional(
    v.pipe(
      patternSetting(/^\d{1,5}$/, 'is not a number'),
      v.transform(Number),
      v.maxValue(65535, 'is above 65535'),
    ),
    '3000',
  ),
  HOST: v.optional(
    patternSetting(/^[\w.:%-]+$/, 'is not an address of this machine, such as 127.0.0.1 or ::'),
    '127.0.0.1',
  ),
  SITE_URL: v.optional(
    v.pipe(
      urlSetting('http:', 'https:'),
      v.check((value) => new URL(value).pathname === '/', 'must not have a path'),
      v.check(
        (value) => new URL(value).href === `${new URL(value).origin}/`,
        'must have nothing after the host, nor a user before it',
      ),
    ),
  ),
  /** Other origins whose pages may call the backend. */
  CORS_ORIGINS: v.pipe(
    v.optional(v.string(), ''),
    v.transform(splitList),
    v.check(
      (origins) => origins.every((each) => URL.parse(each)?.origin === each),
      'holds something else than origins, such as https://shop.example',
    ),
  ),
  /** Addresses or ranges of the proxies whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: v.optional(v.string(), ''),
  DATA_DIR: v.optional(textSetting, './data'),
  // The PostgreSQL driver ignores an sslmode that it does not know, and would connect unencrypted.
  DATABASE_URL: v.optional(
    v.pipe(
      urlSetting('postgres:', 'postgresql:'),
      v.check(
        (value) => sslModes.has(new URL(value).searchParams.get('sslmode') ?? 'prefer'),
        'has an unknown sslmode',
      ),
    ),
  ),
  SUPABASE_URL: v.optional(urlSetting('http:', 'https:')),
  // A publishable key is sent to every visitor, so a secret key is refused here.
  SUPABASE_PUBLISHABLE_KEY: v.optional(
    v.pipe(
      textSetting,
      v.check((key) => !isSecretKey(key), 'is the secret key, which no visitor may have'),
    ),
  ),
  SUPABASE_SECRET_KEY: v.optional(
    v.pipe(
      textSetting,
      v.check((key) => !key.startsWith('sb_publishable_'), 'is the publishable key'),
    ),
  ),
  STRIPE_SECRET_KEY: v.optional(
    patternSetting(
      /^(sk|rk)_(test|live)_\S*$/,
      'must start with sk_test_, sk_live_, rk_test_ or rk_live_',
    ),
  ),
  STRIPE_WEBHOOK_SECRET: v.optional(patternSetting(/^whsec_\S+$/, 'must start with whsec_')),
  STRIPE_API_URL: v.optional(
    v.pipe(
      urlSetting('http:'),
      v.check(
        (value) => isLoopbackHostname(new URL(value).hostname),
        'may only be a loopback address',
      ),
    ),
  ),
  SMTP_URL: v.optional(smtpUrlSchema),
  MAIL_FROM: v.optional(senderSchema),
  BUSINESS_EMAIL: v.optional(emailAddressSchema),
  /** Time from the last change of an abandoned cart to its first reminder in hours, and to its second in days. */
  CART_REMINDER_HOURS: v.optional(
    patternSetting(/^(off|\d{1,3}(\.\d+)?)$/, 'is not a number or off'),
    '4',
  ),
  CART_REMINDER_DAYS: v.optional(patternSetting(/^\d{1,3}(\.\d+)?$/, 'is not a number'), '3'),
  STORAGE_DIR: v.optional(textSetting),
  /** Maximum size of a stored file in bytes; the default is that of hosted Supabase. */
  STORAGE_FILE_SIZE_LIMIT: v.optional(
    patternSetting(/^[1-9]\d{0,9}$/, 'is not a number of bytes above 0'),
    '52428800',
  ),
  /** URL of an S3 service that stores files instead of a folder; the path of the URL is the bucket. */
  STORAGE_S3_ENDPOINT: v.optional(urlSetting('http:', 'https:')),
  STORAGE_S3_REGION: v.optional(textSetting, 'auto'),
  STORAGE_S3_ACCESS_KEY_ID: v.optional(textSetting),
  STORAGE_S3_SECRET_ACCESS_KEY: v.optional(textSetting),
  BACKUP_DIR: v.optional(textSetting),
  BACKUP_KEEP: v.optional(patternSetting(/^[1-9]\d{0,3}$/, 'is not a number above 0'), '14'),
  /** Encrypts the keys in a backup. It has a minimum length because a stolen archive allows unlimited guesses. */
  BACKUP_PASSPHRASE: v.optional(v.pipe(v.string(), minCharacters(12))),
  /** Bearer token for requests to /metrics from other machines; without it only this machine may read metrics. */
  METRICS_TOKEN: v.optional(
    v.pipe(
      textSetting,
      minCharacters(16),
      v.regex(/^[!-~]+$/, 'has spaces or other signs that no header takes'),
    ),
  ),
  /** 'yes' is set for one start after the keys of a shared database were changed on purpose. */
  NEW_KEYS: v.optional(v.literal('yes', 'must be yes, for one start, or not set')),
  /** Set by a service manager that passes a listening socket (sd_listen_fds(3)). */
  LISTEN_FDS: v.optional(v.string()),
  LISTEN_PID: v.optional(v.string()),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    ),
    'info',
  ),
})

type Settings = v.InferOutput<typeof settings>

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from environment variables.
 * @throws StartError that names every invalid value
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  workingDirectory: string,
  processId: number = process.pid,
) {
  const { success, output, issues } = v.safeParse(settings, environment, { abortPipeEarly: true })
  if (!success)
    throw new StartError(
      issues.map(({ path, message }) => `${String(path?.[0]?.key)} ${message}`).join('; '),
    )
  return Object.freeze({
    port: output.PORT,
    host: output.HOST,
    siteUrl: new URL(output.SITE_URL ?? `http://localhost:${output.PORT}`),
    corsOrigins: output.CORS_ORIGINS,
    trustedProxies: splitList(output.TRUSTED_PROXIES),
    dataDir: resolve(workingDirectory, output.DATA_DIR),
    databaseUrl: output.DATABASE_URL ?? null,
    supabase: requireTogether('SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY', {
      url: output.SUPABASE_URL,
      publishableKey: output.SUPABASE_PUBLISHABLE_KEY,
      secretKey: output.SUPABASE_SECRET_KEY,
    }),
    stripe: readStripe(output),
    smtp: output.SMTP_URL ?? null,
    ...getMailAddresses(output),
    storage: readStorage(output, workingDirectory),
    cartReminders: readReminders(output),
    backups: readBackups(output, workingDirectory),
    backupPassphrase: output.BACKUP_PASSPHRASE ?? null,
    metricsToken: output.METRICS_TOKEN ?? null,
    hasNewKeys: output.NEW_KEYS === 'yes',
    inheritedSocket: readInheritedSocket(output, processId),
    logLevel: output.LOG_LEVEL,
  })
}

function readStripe(output: Settings) {
  const keys = requireTogether('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET', {
    secretKey: output.STRIPE_SECRET_KEY,
    webhookSecret: output.STRIPE_WEBHOOK_SECRET,
  })
  if (keys === null && output.STRIPE_API_URL !== undefined)
    throw new StartError('STRIPE_API_URL needs STRIPE_SECRET_KEY')
  return keys && { ...keys, apiUrl: output.STRIPE_API_URL ?? null }
}

function readStorage(output: Settings, workingDirectory: string) {
  const names = 'STORAGE_S3_ENDPOINT, STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY'
  const s3 = requireTogether(names, {
    endpoint: output.STORAGE_S3_ENDPOINT,
    accessKeyId: output.STORAGE_S3_ACCESS_KEY_ID,
    secretAccessKey: output.STORAGE_S3_SECRET_ACCESS_KEY,
  })
  if (s3 !== null && new URL(s3.endpoint).pathname === '/')
    throw new StartError('STORAGE_S3_ENDPOINT must end with the name of a bucket')
  const folder = output.STORAGE_DIR ?? join(output.DATA_DIR, 'storage')
  return {
    folder: resolve(workingDirectory, folder),
    s3: s3 && { ...s3, region: output.STORAGE_S3_REGION },
    fileSizeLimit: Number(output.STORAGE_FILE_SIZE_LIMIT),
  }
}

function readBackups(output: Settings, workingDirectory: string) {
  if (output.BACKUP_DIR === undefined) return null
  if (output.SUPABASE_URL !== undefined && output.DATABASE_URL === undefined)
    throw new StartError('BACKUP_DIR with SUPABASE_URL needs DATABASE_URL, the connection string')
  return { folder: resolve(workingDirectory, output.BACKUP_DIR), keep: Number(output.BACKUP_KEEP) }
}

/**
 * Returns the file descriptor of the listening socket from the service manager, which is always 3 (sd_listen_fds(3)); null
 * when the shop opens its own.
 */
function readInheritedSocket(
  { LISTEN_FDS: count, LISTEN_PID: meantFor }: Settings,
  processId: number,
) {
  if (count === undefined || meantFor !== String(processId)) return null
  if (count !== '1') throw new StartError('LISTEN_FDS: the shop listens on one socket')
  return 3
}

function readReminders({ CART_REMINDER_HOURS: hours, CART_REMINDER_DAYS: days }: Settings) {
  if (hours === 'off') return null
  const firstAfterMs = Math.round(Number(hours) * 60 * 60_000)
  const secondAfterMs = Math.round(Number(days) * 24 * 60 * 60_000)
  if (firstAfterMs === 0) throw new StartError('CART_REMINDER_HOURS must be above 0, or off')
  if (secondAfterMs <= firstAfterMs)
    throw new StartError('CART_REMINDER_DAYS must be later than CART_REMINDER_HOURS')
  if (secondAfterMs > LATEST_REMINDER_MS)
    throw new StartError('CART_REMINDER_DAYS must be at most 60')
  return { firstAfterMs, secondAfterMs }
}

export function getOwnOrigin({ host, port }: Config): string {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`
}

export function getKeysFile(config: Config): string {
  return join(config.dataDir, 'keys.json')
}
