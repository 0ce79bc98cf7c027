import { parseArgs } from 'node:util'
import { StartError } from '../core/start-error.ts'
import type { SmtpOptions } from '../emails/smtp.ts'
import { readLimits } from './read-limits.ts'
import type { StartOptions } from './start-backend.ts'

export const usageText = `Starts Supabase's API on a PostgreSQL of any schema:
  embedded-supabase start [--dir ./supabase]   a project: config.toml, migrations/, schemas/, seed.sql, seeds/, functions/
    [--database-url postgres://…]    without it, a PostgreSQL of its own runs in the data folder; realtime needs wal_level=logical
    [--data-dir ./data]              stored files, the embedded database, and the keys, which are generated at the first start
    [--port 54321] [--host 127.0.0.1]
    [--config FILE] [--migrations FOLDER] [--schemas FOLDER] [--seeds FOLDER] [--functions FOLDER]  in place of the project's
    [--smtp smtp://…] [--smtp-from 'Museum <no-reply@museum.example>']  without it, emails are printed
    [--publishable-key …] [--secret-key …]  keys in place of the generated ones
    [--cors-origins https://one.example,https://other.example]  origins of pages that may call the API
    [--body-limit 1000000]           bytes of the largest body of a request that is not a file
    [--limits limits.json]           other limits, as in \`startBackend({ limits })\`
    [--new-keys]                     replaces the keys that the database was used with before
    [--help]                         prints this`

const options = {
  dir: { type: 'string' },
  'database-url': { type: 'string' },
  'data-dir': { type: 'string', default: './data' },
  port: { type: 'string', default: '54321' },
  host: { type: 'string', default: '127.0.0.1' },
  config: { type: 'string' },
  migrations: { type: 'string' },
  schemas: { type: 'string' },
  seeds: { type: 'string' },
  functions: { type: 'string' },
  smtp: { type: 'string' },
  'smtp-from': { type: 'string' },
  'publishable-key': { type: 'string' },
  'secret-key': { type: 'string' },
  'cors-origins': { type: 'string', default: '' },
  'body-limit': { type: 'string' },
  limits: { type: 'string' },
  'new-keys': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Parses the command line. Returns null for `--help`. @throws StartError for a bad value, TypeError for an unknown flag */
export async function readFlags(args: string[]): Promise<StartOptions | null> {
  const { values: flags, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (flags.help) return null
  if (positionals.join(' ') !== 'start') throw new StartError(usageText)
  const { dir, config, migrations, schemas, seeds, functions, host } = flags
  const { 'publishable-key': publishable, 'secret-key': secret } = flags
  return {
    dir,
    config,
    migrations,
    schemas,
    seeds,
    functions,
    host,
    databaseUrl: readDatabaseUrl(flags),
    dataDir: flags['data-dir'],
    port: readPort(flags),
    keys: { ...(publishable && { publishable }), ...(secret && { secret }) },
    replaceKeys: flags['new-keys'],
    corsOrigins: readOrigins(flags),
    smtp: readSmtp(flags),
    limits: {
      ...(flags.limits !== undefined && (await readLimits(flags.limits))),
      ...(flags['body-limit'] !== undefined && { bodyBytes: readBodyLimit(flags['body-limit']) }),
    },
  }
}

function readDatabaseUrl({ 'database-url': given }: Flags): URL | undefined {
  if (given === undefined) return undefined
  const url = URL.parse(given)
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return url
  throw new StartError(`--database-url must start with postgres://\n${usageText}`)
}

function readPort({ port }: Flags): number {
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return Number(port)
  throw new StartError(`--port ${port} is not a port`)
}

/** Parses a list of origins. They must be spelled as in the Origin header of browsers, or no request would match. */
function readOrigins({ 'cors-origins': list }: Flags): string[] {
  const origins = list.split(',').filter(Boolean)
  const wrong = origins.find((each) => URL.parse(each)?.origin !== each)
  if (wrong === undefined) return origins
  throw new StartError(`--cors-origins ${wrong} is not an origin such as https://one.example`)
}

function readSmtp({ smtp, 'smtp-from': from }: Flags): SmtpOptions | undefined {
  if (smtp === undefined) return undefined
  if (from === undefined) throw new StartError('--smtp needs --smtp-from, the sender')
  return { url: smtp, from }
}

function readBodyLimit(limit: string): number {
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit)
  throw new StartError(`--body-limit ${limit} is not a number of bytes`)
}
