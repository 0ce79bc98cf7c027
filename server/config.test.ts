import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (environment: Record<string, string>) => readConfig(environment, '/shop')

test('the default configuration uses port 3000 of this machine, an embedded backend and sandboxes', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: new URL('http://localhost:3000'),
    dataDir: '/shop/data',
    databaseUrl: null,
    supabase: null,
    stripe: null,
    smtp: null,
    replyTo: 'hello@yalright.example',
    trustedProxies: [],
    logLevel: 'info',
    cartReminders: { firstAfterMs: 4 * 3_600_000, secondAfterMs: 72 * 3_600_000 },
  })
})

test('accepts only origins in CORS_ORIGINS', () => {
  expect(read({}).corsOrigins).toEqual([])
  expect(read({ CORS_ORIGINS: 'https://one.example, http://localhost:8080' }).corsOrigins).toEqual([
    'https://one.example',
    'http://localhost:8080',
  ])
  for (const origins of ['*', 'one.example', 'https://one.example/', 'https://one.example/shop'])
    expect(() => read({ CORS_ORIGINS: origins })).toThrow('CORS_ORIGINS holds something else')
})

test('cart reminders are sent at the configured times or not at all', () => {
  const times = { CART_REMINDER_HOURS: '1.5', CART_REMINDER_DAYS: '2' }
  expect(read(times).cartReminders).toEqual({
    firstAfterMs: 5_400_000,
    secondAfterMs: 172_800_000,
  })
  expect(read({ CART_REMINDER_HOURS: 'off' }).cartReminders).toBeNull()
})

test('BACKUP_DIR alone enables nightly backups and keeps fourteen of them by default', () => {
  expect(read({}).backups).toBeNull()
  expect(read({ BACKUP_DIR: 'backups' }).backups).toEqual({ folder: '/shop/backups', keep: 14 })
  expect(read({ BACKUP_DIR: '/mnt/b', BACKUP_KEEP: '3' }).backups).toEqual({
    folder: '/mnt/b',
    keep: 3,
  })
})

test('stored files are in the data folder, another folder or an S3 service', () => {
  const s3 = {
    STORAGE_S3_ENDPOINT: 'https://s3.example/files',
    STORAGE_S3_ACCESS_KEY_ID: 'id',
    STORAGE_S3_SECRET_ACCESS_KEY: 'key',
  }
  expect(read({}).storage).toEqual({
    folder: '/shop/data/storage',
    s3: null,
    fileSizeLimit: 52_428_800,
  })
  expect(read({ STORAGE_DIR: '/mnt/files', ...s3 }).storage).toMatchObject({
    folder: '/mnt/files',
    s3: { endpoint: 'https://s3.example/files', region: 'auto' },
  })
})

test.each([
  ['smtp://user:password@mail.example', true],
  ['smtp://user:password@mail.example:587?requireTLS=false', true],
  ['smtp://mail.example', true],
  ['smtps://user:password@mail.example', false],
  ['smtp://user:password@127.0.0.1:1025', false],
  ['smtp://LOCALHOST:1025', false],
  ['smtp://relay:25?ignoreTLS=true', false],
])('SMTP_URL %s requires STARTTLS: %s', { tags: ['abuse-encrypted-mail'] }, (url, requiresTls) => {
  expect(read({ SMTP_URL: url }).smtp).toEqual({ url: new URL(url).href, requiresTls })
})

test('replies to emails go to BUSINESS_EMAIL, or else to the sender of the email', () => {
  const MAIL_FROM = '"Shop, the" <post@shop.example>'
  expect(read({ MAIL_FROM })).toMatchObject({
    mailFrom: MAIL_FROM,
    replyTo: 'post@shop.example',
    businessEmail: 'hello@yalright.example',
  })
  expect(read({ MAIL_FROM, BUSINESS_EMAIL: ' beau@shop.example ' })).toMatchObject({
    replyTo: 'beau@shop.example',
    businessEmail: 'beau@shop.example',
  })
  expect(read({ BUSINESS_EMAIL: 'beau@shop.example' }).replyTo).toBe('beau@shop.example')
})

test('an inherited socket is used only by the process in LISTEN_PID', () => {
  const held = (LISTEN_PID: string) =>
    readConfig({ LISTEN_FDS: '1', LISTEN_PID }, '/shop', 41).inheritedSocket
  expect([held('41'), held('40'), read({}).inheritedSocket]).toEqual([3, null, null])
  expect(() => readConfig({ LISTEN_FDS: '2', LISTEN_PID: '41' }, '/shop', 41)).toThrow(
    'LISTEN_FDS: the shop listens on one socket',
  )
})

test('the configuration is frozen', () => {
  expect(Object.isFrozen(read({}))).toBe(true)
})

test.each([
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is shorter than 16 characters'],
  [{ STORAGE_FILE_SIZE_LIMIT: '50MB' }, 'STORAGE_FILE_SIZE_LIMIT is not a number of bytes above 0'],
  [{ STORAGE_S3_ENDPOINT: 'https://s3.example/files' }, 'are needed together'],
  [{ PORT: 'eighty' }, 'PORT is not a number'],
  [{ PORT: '70000' }, 'PORT is above 65535'],
  [{ SITE_URL: 'yalright.example' }, 'SITE_URL is not an address'],
  [{ SITE_URL: 'ftp://yalright.example' }, 'SITE_URL must start with http:// or https://'],
  [{ SITE_URL: 'https://yalright.example/shop' }, 'SITE_URL must not have a path'],
  [
    { DATABASE_URL: 'mysql://localhost/shop' },
    'DATABASE_URL must start with postgres:// or postgresql://',
  ],
  [
    { DATABASE_URL: 'postgres://localhost/shop?sslmode=requried' },
    'DATABASE_URL has an unknown sslmode',
  ],
  [
    { STRIPE_SECRET_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    'STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_x' },
    'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: ' ' },
    'STRIPE_WEBHOOK_SECRET is empty',
  ],
  [{ BACKUP_DIR: '/b', BACKUP_KEEP: '0' }, 'BACKUP_KEEP is not a number above 0'],
  [{ BACKUP_PASSPHRASE: 'too short' }, 'BACKUP_PASSPHRASE is shorter than 12 characters'],
  [
    {
      BACKUP_DIR: '/b',
      SUPABASE_URL: 'https://x.example',
      SUPABASE_PUBLISHABLE_KEY: 'a',
      SUPABASE_SECRET_KEY: 'b',
    },
    'BACKUP_DIR with SUPABASE_URL needs DATABASE_URL, the connection string',
  ],
  [{ STRIPE_API_URL: 'http://evil.example' }, 'STRIPE_API_URL may only be a loopback address'],
  [
    { SUPABASE_URL: 'https://x.example' },
    'SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are needed together',
  ],
  [{ SITE_URL: 'https://me:pw@yalright.example' }, 'SITE_URL must have nothing after the host'],
  [{ SITE_URL: 'https://yalright.example/?a=1' }, 'SITE_URL must have nothing after the host'],
  [{ HOST: 'http://0.0.0.0' }, 'HOST is not an address of this machine'],
  [{ METRICS_TOKEN: 'a token with spaces' }, 'METRICS_TOKEN has spaces or other signs'],
  [
    { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_x' },
    'SUPABASE_PUBLISHABLE_KEY is the secret key, which no visitor may have',
  ],
  [
    // The payload of this JWT is {"role":"service_role"}.
    { SUPABASE_PUBLISHABLE_KEY: 'eyJ.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x' },
    'SUPABASE_PUBLISHABLE_KEY is the secret key, which no visitor may have',
  ],
  [{ SUPABASE_SECRET_KEY: 'sb_publishable_x' }, 'SUPABASE_SECRET_KEY is the publishable key'],
  [{ SMTP_URL: 'mail.example:587' }, 'SMTP_URL must start with smtp:// or smtps://'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL names no mail server'],
  [
    { SMTP_URL: 'smtp://user:1/2@mail.example' },
    'SMTP_URL has a /, # or % in its user or password',
  ],
  [{ SMTP_URL: 'smtp://user:5%@mail.example' }, 'SMTP_URL has a /, # or % in its user or password'],
  [
    { SMTP_URL: 'smtp://user:password@mail.example?ignoreTLS=true' },
    'SMTP_URL with a user and password must not have ignoreTLS',
  ],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM is not one email address'],
  [{ MAIL_FROM: 'a@shop.example, b@shop.example' }, 'MAIL_FROM is not one email address'],
  [{ MAIL_FROM: 'Shop <hello@shop>' }, 'MAIL_FROM is not one email address'],
  [{ BUSINESS_EMAIL: 'beau' }, 'BUSINESS_EMAIL is not one email address'],
  [{ BUSINESS_EMAIL: 'a@b.example,c@d.example' }, 'BUSINESS_EMAIL is not one email address'],
  [{ BUSINESS_EMAIL: 'Beau <beau@shop.example>' }, 'BUSINESS_EMAIL is not one email address'],
  [{ CART_REMINDER_HOURS: '-1' }, 'CART_REMINDER_HOURS is not a number or off'],
  [{ CART_REMINDER_HOURS: '0' }, 'CART_REMINDER_HOURS must be above 0, or off'],
  [{ CART_REMINDER_HOURS: '72' }, 'CART_REMINDER_DAYS must be later than CART_REMINDER_HOURS'],
  [{ CART_REMINDER_DAYS: '61' }, 'CART_REMINDER_DAYS must be at most 60'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error or silent'],
])('refuses the invalid configuration %o and explains: %s', (environment, line) => {
  expect(() => read(environment)).toThrow(line)
})

test('reports all invalid settings at once', () => {
  expect(() => read({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
    /PORT.*; .*LOG_LEVEL|LOG_LEVEL.*; .*PORT/,
  )
})
