import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (environment: Record<string, string>) => readConfig(environment, '/shop')

test('with nothing set the shop opens on port 3000 of this machine, with everything of its own', () => {
  expect(read({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: new URL('http://localhost:3000'),
    dataDir: '/shop/data',
    databaseUrl: null,
    supabase: null,
    stripe: null,
    smtpUrl: null,
    trustedProxies: [],
    logLevel: 'info',
    cartReminders: { firstAfterMs: 4 * 3_600_000, secondAfterMs: 72 * 3_600_000 },
  })
})

test('pages elsewhere may call the backend only where they are named by their origin', () => {
  expect(read({}).corsOrigins).toEqual([])
  expect(read({ CORS_ORIGINS: 'https://one.example, http://localhost:8080' }).corsOrigins).toEqual([
    'https://one.example',
    'http://localhost:8080',
  ])
  for (const origins of ['*', 'one.example', 'https://one.example/', 'https://one.example/shop'])
    expect(() => read({ CORS_ORIGINS: origins })).toThrow('CORS_ORIGINS holds something else')
})

test('carts are followed up when the owner says, or not at all', () => {
  const times = { CART_REMINDER_HOURS: '1.5', CART_REMINDER_DAYS: '2' }
  expect(read(times).cartReminders).toEqual({
    firstAfterMs: 5_400_000,
    secondAfterMs: 172_800_000,
  })
  expect(read({ CART_REMINDER_HOURS: 'off' }).cartReminders).toBeNull()
})

test('a nightly backup is one setting, and fourteen are kept unless told otherwise', () => {
  expect(read({}).backups).toBeNull()
  expect(read({ BACKUP_DIR: 'backups' }).backups).toEqual({ folder: '/shop/backups', keep: 14 })
  expect(read({ BACKUP_DIR: '/mnt/b', BACKUP_KEEP: '3' }).backups).toEqual({
    folder: '/mnt/b',
    keep: 3,
  })
})

test('stored files lie with the other data, elsewhere or in an S3 service', () => {
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

test('a socket that a service manager holds is taken by the process that it is meant for', () => {
  const held = (LISTEN_PID: string) =>
    readConfig({ LISTEN_FDS: '1', LISTEN_PID }, '/shop', 41).inheritedSocket
  expect([held('41'), held('40'), read({}).inheritedSocket]).toEqual([3, null, null])
  expect(() => readConfig({ LISTEN_FDS: '2', LISTEN_PID: '41' }, '/shop', 41)).toThrow(
    'LISTEN_FDS: the shop listens on one socket',
  )
})

test('the configuration cannot be changed after the start', () => {
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
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM is not an e-mail address'],
  [{ CART_REMINDER_HOURS: '-1' }, 'CART_REMINDER_HOURS is not a number or off'],
  [{ CART_REMINDER_HOURS: '0' }, 'CART_REMINDER_HOURS must be above 0, or off'],
  [{ CART_REMINDER_HOURS: '72' }, 'CART_REMINDER_DAYS must be later than CART_REMINDER_HOURS'],
  [{ CART_REMINDER_DAYS: '61' }, 'CART_REMINDER_DAYS must be at most 60'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace, debug, info, warn, error or silent'],
])(
  'a value that cannot be used stops the start with a line that says why: %o',
  (environment, line) => {
    expect(() => read(environment)).toThrow(line)
  },
)

test('all faults are named at once', () => {
  expect(() => read({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(
    /PORT.*; .*LOG_LEVEL|LOG_LEVEL.*; .*PORT/,
  )
})
