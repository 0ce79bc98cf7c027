import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { startAnnouncementPolling } from './announcements.ts'
import { type Config, getKeysFile } from './config.ts'
import {
  createOrphanCollector,
  startOrphanCollection,
  openContentStore,
} from '../packages/embedded-supabase/src/storage.ts'
import { StartError } from '../packages/embedded-supabase/src/core.ts'
import { withGracefulShutdown } from '../packages/embedded-supabase/src/http.ts'
import { createPhotoReader } from '../mail/photos.ts'
import { openDatabase } from './database.ts'
import { createDeskHandler } from './desk.ts'
import { createDeskMailHandler } from './desk-mail.ts'
import { requireSharedKeys } from './require-shared-keys.ts'
import { createGetClientAddress, createProxyTrust, createProxyWarner } from './proxies.ts'
import { createFolders } from './folders.ts'
import { createHttpServer } from './http-server.ts'
import { startEmails } from './emails.ts'
import type { Logger } from './log.ts'
import { RowCache } from './row-cache.ts'
import { uploadPublicMedia } from './media.ts'
import { createMetrics } from './metrics.ts'
import { backupJobName } from './nightly-backup.ts'
import { createPageServer } from './pages.ts'
import { getPaymentAccount } from './payment-account.ts'
import { startPayments } from './payments.ts'
import { readDiskSpace, startScheduledJobs } from './scheduled-jobs.ts'
import { loadSecrets } from './secrets.ts'
import { rpcAt } from '../supabase/client.ts'
import { openSupabase } from './supabase.ts'
import { loadDevelopmentStorefront, loadStorefront } from './storefront.ts'

export type Shop = Awaited<ReturnType<typeof startShop>>

interface ShopOptions {
  config: Config
  log: Logger
  root: string
  clock: () => number
  isDevelopment?: boolean
}

/** Starts the shop. If one part fails to start, the parts that were started before it are stopped again. */
export async function startShop(options: ShopOptions) {
  const opened = new AsyncDisposableStack()
  const stop = () => opened.disposeAsync()
  try {
    return { ...(await open(options, opened)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(options: ShopOptions, opened: AsyncDisposableStack) {
  const { config, log, root, clock, isDevelopment } = options
  const secrets = await loadSecrets(getKeysFile(config))
  await createFolders(config)
  const isTrusted = createProxyTrust(config.trustedProxies)
  const getClientAddress = createGetClientAddress(isTrusted)
  const readDisk = () => readDiskSpace(config.dataDir)
  const metrics = createMetrics(readDisk, log)
  const { noteLease: onLease, countPage: onLookup } = metrics
  const database = await openDatabase(config, root, log, onLease)
  if (database) opened.defer(database.stop)
  if (database) await requireSharedKeys(config, database, secrets, log)
  const files = openContentStore(config.storage)
  if (database)
    await explained(
      config.storage.s3 && `STORAGE_S3_ENDPOINT ${config.storage.s3.endpoint}`,
      uploadPublicMedia(database.sql, files, join(root, 'supabase', 'storage'), log),
    )

  const account = getPaymentAccount(config, secrets)
  const parts = { config, secrets, database, files, account, onLease, clock, log }
  const supabase = openSupabase(parts)
  const client = supabase.secretClient
  const work = { client, now: clock, log }
  const secretKey = config.supabase?.secretKey ?? secrets.secret
  const readPhotos = createPhotoReader(work)
  const emails = await startEmails({ ...work, config, secretKey, root, readPhotos })
  opened.defer(emails.stop)
  // The email worker also wakes whenever LISTEN starts, at first and after a disconnect, because notifications may have
  // been missed.
  await database?.sql.listen('outbox', emails.wake, emails.wake)
  const payments = await explained(
    config.supabase && `SUPABASE_URL ${config.supabase.url}`,
    startPayments({ ...work, config, account }),
  )
  opened.defer(payments.stop)
  const regular = startScheduledJobs({ ...work, config, root, readDisk })
  for (const work of regular) opened.defer(work.stop)
  // Hosted Supabase cannot notify the shop, so a backup that an owner requests there starts at the next round of the job.
  const backUp = () => void regular.find(({ name }) => name === backupJobName)?.runOnce()
  await database?.sql.listen('backups', backUp, backUp)
  if (database) {
    const collect = createOrphanCollector({ sql: database.sql, files, clock })
    opened.defer(startOrphanCollection(collect, log).stop)
  }

  const storefront = isDevelopment
    ? await loadDevelopmentStorefront(root)
    : await loadStorefront(root)
  opened.defer(storefront.stop)
  const { anonClient, publishableKey } = supabase
  const supabaseUrl = config.supabase?.url ?? ''
  const connectTo = config.supabase ? originsOf(new URL(supabaseUrl)) : []
  const pages = createPageServer({
    storefront,
    siteUrl: config.siteUrl,
    connectTo,
    context: {
      supabase: anonClient,
      publishableKey,
      supabaseUrl,
      siteUrl: config.siteUrl.origin,
      now: clock,
      logFailure: (message, cause) => log.warn({ err: cause }, message),
    },
    rows: new RowCache(anonClient, clock),
    getClientAddress,
    onLookup,
    clock,
    log,
  })
  const { invalidate } = pages
  const asking = startAnnouncementPolling({ client, invalidate, clock, log })
  opened.defer(asking.stop)
  void asking.runOnce()

  const server = createHttpServer({
    siteUrl: config.siteUrl,
    getClientAddress,
    watchProxies: createProxyWarner(isTrusted, log),
    backend: supabase.backend,
    upgrade: supabase.realtime?.upgrade ?? null,
    sandbox: { ...emails.sandbox, ...payments.sandbox },
    sandboxKeys: { token: secrets.sandboxToken, apiKey: secrets.stripe.secretKey },
    storefront,
    desk: createDeskHandler(root, { publishableKey, supabaseUrl, connectTo }),
    deskMail: createDeskMailHandler({
      root,
      siteUrl: config.siteUrl,
      asCaller: supabase.asCaller,
      readPhotos,
    }),
    pages,
    checkReady: async () => database?.ping(),
    metrics: { ...metrics, write: () => metrics.write(client) },
    metricsToken: config.metricsToken,
    log,
  })
  opened.defer(stopperOf(server, log))
  // Realtime is closed before the server, because closing the server would cut WebSockets off without a close frame.
  opened.defer(async () => supabase.realtime?.close())
  const port = await listen(server, config)
  const catalogue = payments.keepCatalogue()
  // Stopping does not wait for the catalogue worker: an interrupted job is done after the next start.
  opened.defer(async () => void catalogue.stop())
  const wake = () => void catalogue.runOnce()
  await database?.sql.listen('catalogue_jobs', wake, wake)
  await database?.keep()
  const invitation = await rpcAt(work, 'first_invitation', {})
  return {
    port,
    sandboxToken: secrets.sandboxToken,
    paymentAccount: account.name,
    isAccountSetUp: payments.isSetUp,
    deskToken: invitation as string | null,
    dataLocation: database?.location ?? new URL(config.supabase?.url ?? config.siteUrl).origin,
  }
}

/** Awaits `work`. @throws StartError that names the setting, if one is given, instead of the error of `work` */
async function explained<T>(setting: string | null, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (setting === null || !(error instanceof Error)) throw error
    const { cause } = error
    const reason = cause instanceof Error ? cause.message || error.message : error.message
    throw new StartError(`${setting} cannot be used: ${reason}`, { cause: error })
  })
}

function originsOf({ origin }: URL): string[] {
  return [origin, origin.replace(/^http/, 'ws')]
}

function stopperOf(server: Server, log: Logger): () => Promise<void> {
  const drain = withGracefulShutdown(server)
  return async () => {
    const cut = await drain(10_000)
    if (cut > 0) log.warn({ cut }, 'requests: cut off after ten seconds')
  }
}

/** Listens and returns the port. @throws StartError when HOST is unknown, or PORT is not that of the inherited socket */
async function listen(server: Server, { inheritedSocket, port, host }: Config): Promise<number> {
  server.listen(inheritedSocket === null ? { port, host } : { fd: inheritedSocket })
  await once(server, 'listening').catch((error: unknown) => {
    const isUnknown =
      error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo'
    throw isUnknown ? new StartError('HOST is not an address of this machine.') : error
  })
  const taken = portOf(server)
  if (port === 0 || taken === port) return taken
  throw new StartError(
    `The socket that is held for the shop has port ${taken}, and PORT is ${port}.`,
  )
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
