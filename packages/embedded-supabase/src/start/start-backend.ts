import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createBcryptHasher } from '../auth/password-hasher.ts'
import type { SendAuthMail } from '../auth/request.ts'
import { createBackend } from '../api/backend.ts'
import { readConfigFile } from '../config/config-file.ts'
import type { BackendKeys } from '../core/keys.ts'
import { loadKeys } from '../core/keys-file.ts'
import { StartError } from '../core/start-error.ts'
import type { Logger } from '../core/wire.ts'
import type { Sql } from '../database/sql.ts'
import { type DeliverEmail, startEmailQueue } from '../emails/email-queue.ts'
import { createSmtpDelivery, type SmtpOptions } from '../emails/smtp.ts'
import { type RenderEmail, renderPlainEmail } from '../emails/templates.ts'
import type { WebFunction } from '../functions/functions.ts'
import { recordKeyFingerprint } from '../database/key-fingerprint.ts'
import { createRealtime } from '../realtime/realtime.ts'
import { openFileStore } from '../storage/file-store.ts'
import { createOrphanCollector, startOrphanCollection } from '../storage/orphans.ts'
import { type FunctionContext, loadFunctions } from './functions-folder.ts'
import { listenOnPort } from './http-server.ts'
import { createJsonLog } from './json-log.ts'
import type { Limits } from './limits.ts'
import { openDatabase } from './open-database.ts'
import { findProjectPaths, listSeeds, type ProjectPaths } from './project-folder.ts'

export interface StartOptions extends Omit<ProjectPaths, 'functions'> {
  /** URL of the database, `postgres://…`. Without it an embedded PostgreSQL runs in the data folder. */
  databaseUrl?: string | URL | undefined
  /** Folder of a project of Supabase's command line tool, with `config.toml`, `migrations`, `seed.sql` and `functions`. */
  dir?: string | undefined
  /** Folder of edge functions, or the functions themselves by name. */
  functions?: string | Record<string, WebFunction> | undefined
  /** Folder for the keys, uploaded files and the embedded database; `./data` by default. */
  dataDir?: string | undefined
  port?: number | undefined
  host?: string | undefined
  /** Keys that replace those in the data folder, which are generated at the first start. */
  keys?: Partial<BackendKeys> | undefined
  /** Allows the keys of a database to be replaced, when it was used with other keys before. */
  replaceKeys?: boolean | undefined
  /** Origins whose pages may call the API, in addition to the site's own. */
  corsOrigins?: readonly string[] | undefined
  /** SMTP server for the emails of the auth service. Without it, and without `deliverEmail`, emails are only logged. */
  smtp?: SmtpOptions | undefined
  /** Renders emails, in place of the built-in plain texts. */
  renderEmail?: RenderEmail | undefined
  /** Delivers emails, in place of SMTP. */
  deliverEmail?: DeliverEmail | undefined
  limits?: Limits | undefined
  /** Environment variables that `config.toml` may use as `env(NAME)`; `process.env` by default. */
  environment?: Record<string, string | undefined> | undefined
  log?: Logger | undefined
}

export interface RunningBackend {
  /** URL of the API. */
  url: string
  keys: BackendKeys
  /** Finishes running requests, and closes everything that was opened. */
  close: () => Promise<void>
}

/**
 * Starts the API on a database with any schema.
 * @throws StartError for an invalid setting; everything that was opened is closed again
 */
export async function startBackend(options: StartOptions = {}): Promise<RunningBackend> {
  const opened = new AsyncDisposableStack()
  try {
    const { url, keys } = await open(options, opened)
    return { url, keys, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function open(options: StartOptions, opened: AsyncDisposableStack) {
  const { log = createJsonLog(), limits = {}, dataDir = './data', host = '127.0.0.1' } = options
  const paths = await findPaths(options)
  const config = await readConfig(paths.config, options, log)
  const project = {
    migrationsFolder: paths.migrations,
    schemasFolder: paths.schemas,
    seedFiles: await listSeeds(paths.seeds),
  }
  const searchPath = [config.api.schemas[0] ?? '', ...config.api.extra_search_path]
  const { databaseUrl } = options
  const database = await openDatabase(
    { databaseUrl, dataDir, searchPath, project, limits, log },
    opened,
  )
  const keys = { ...(await loadKeys(join(dataDir, 'keys.json'))), ...options.keys }
  await expectKeys(database.sql, keys, options.replaceKeys === true)
  const sendAuthMail = await openEmails(database.sql, options, log, opened)
  const functions =
    typeof paths.functions === 'string'
      ? await loadFunctions(paths.functions, () => context)
      : (paths.functions ?? {})
  // Nothing may be awaited between this and `serve`: a request that arrives in between would never be answered.
  const server = await listenOnPort(options.port ?? 54_321, host, log)
  opened.defer(server.close)
  const context: FunctionContext = {
    SUPABASE_URL: server.url.origin,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
  }
  const common = {
    ...database,
    keys,
    siteUrl: config.siteUrl ?? server.url,
    externalUrl: config.externalUrl ?? server.url,
    corsOrigins: options.corsOrigins ?? [],
    clock: Date.now,
    queues: limits.queues,
    log,
  }
  const files = openFileStore(resolve(dataDir, 'storage'))
  const realtime = createRealtime({ ...common, limits: limits.realtime })
  opened.defer(realtime.close)
  const backend = createBackend({
    ...common,
    api: config.api,
    authSettings: config.auth,
    passwordHasher: createBcryptHasher(limits.passwords),
    sendAuthMail,
    files,
    fileSizeLimit: config.fileSizeLimit,
    transformsPictures: config.transformsPictures,
    realtime,
    functions,
    openFunctions: config.openFunctions,
    bodyLimit: limits.bodyBytes,
    functionBodyLimits: limits.functionBodyBytes,
  })
  opened.defer(startOrphanCollection(createOrphanCollector({ ...common, files }), log).stop)
  server.serve(backend, realtime)
  return { url: server.url.origin, keys }
}

async function findPaths({ dir, ...options }: StartOptions) {
  const found = dir === undefined ? {} : await findProjectPaths(dir)
  return {
    config: options.config ?? found.config,
    migrations: options.migrations ?? found.migrations,
    schemas: options.schemas ?? found.schemas,
    seeds: options.seeds ?? found.seeds,
    functions: options.functions ?? found.functions,
  }
}

async function readConfig(
  file: string | undefined,
  { environment = process.env }: StartOptions,
  log: Logger,
) {
  const config = readConfigFile(file === undefined ? '' : await readFile(file, 'utf8'), environment)
  for (const warning of config.warnings) log.warn({}, `configuration: ${warning}`)
  return config
}

async function expectKeys(sql: Sql, keys: BackendKeys, mayReplace: boolean): Promise<void> {
  if ((await recordKeyFingerprint(sql, keys, mayReplace)) === 'other')
    throw new StartError(
      'The database is in use with other keys. Use the same data folder or keys, or replace the keys (replaceKeys, --new-keys) when no other process runs.',
    )
}

async function openEmails(
  sql: Sql,
  { smtp, deliverEmail, renderEmail = renderPlainEmail }: StartOptions,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<SendAuthMail> {
  const delivery = smtp && createSmtpDelivery(smtp, renderEmail)
  if (delivery !== undefined) opened.defer(async () => delivery.close())
  const logEmail: DeliverEmail = async (mail) =>
    log.info({ ...mail }, 'emails: no SMTP, only logged')
  const queue = await startEmailQueue(sql, deliverEmail ?? delivery?.deliver ?? logEmail, log)
  opened.defer(queue.close)
  return queue.send
}
