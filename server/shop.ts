import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createAddressJudge, createProxyTrust, type JudgeAddress } from './addresses.ts'
import { type Config, keysFile } from './config.ts'
import { openFileStore } from '../backend/storage/file-store.ts'
import { openDatabase } from './database.ts'
import { drainable } from './drain.ts'
import { startFollowUps } from './follow-ups.ts'
import { createProxyWatch } from './forwarded.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createHttpServer } from './http-server.ts'
import { startLetters } from './letters.ts'
import type { Logger } from './log.ts'
import { KeptRows } from './kept-rows.ts'
import { publishMedia } from './media.ts'
import { createPages, type Pages } from './pages.ts'
import { type PaymentAccount, startPayments } from './payments.ts'
import { loadSecrets } from './secrets.ts'
import { openSupabase, type ShopSupabase } from './supabase.ts'
import { developStorefront, loadStorefront, type Storefront } from './storefront.ts'

const FOLLOW_UPS_EVERY_MS = 5 * 60_000

/** An open shop. */
export interface Shop {
  /** The port that it listens on; of interest when the configuration left it open (0). */
  port: number
  sandboxToken: string
  paymentAccount: PaymentAccount
  dataLocation: string
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>
}

export interface ShopOptions {
  config: Config
  log: Logger
  /** The project's folder. */
  root: string
  /** Milliseconds since 1970. */
  clock: () => number
  /** Serves the storefront from its sources. */
  isDevelopment?: boolean
}

/**
 * Opens the shop: database, backend, letters, payments, pages, in the order in which they need one another.
 * What was opened is closed again when a later part cannot be.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const closing: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closing.toReversed()) await close()
    closing.length = 0
  }
  try {
    return { ...(await open(options, closing)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  options: ShopOptions,
  closing: (() => Promise<void>)[],
): Promise<Omit<Shop, 'stop'>> {
  const { config, log, root, clock, isDevelopment } = options
  const secrets = await loadSecrets(keysFile(config))
  const isTrusted = createProxyTrust(config.trustedProxies)
  const judgeAddress = createAddressJudge(isTrusted)
  const database = await openDatabase(config, root, log)
  if (database) closing.push(database.stop)
  const files = openFileStore(join(config.dataDir, 'storage'))
  if (database) await publishMedia(database.sql, files, join(root, 'supabase', 'storage'), log)

  const letters = await startLetters({ config, secrets, root, clock, log })
  closing.push(letters.stop)
  const payments = await startPayments({ config, secrets, clock, log })
  closing.push(payments.stop)
  const supabase = openSupabase({ config, secrets, database, files, payments, clock, log })
  await letters.open(supabase.secretClient)
  // Also once it listens, at first and after a break: what was queued before then was not heard.
  await database?.sql.listen('outbox', letters.wake, letters.wake)
  await payments.open(supabase.secretClient)
  closing.push(...startRegularWork(options, supabase.secretClient))

  const storefront = isDevelopment ? await developStorefront(root) : await loadStorefront(root)
  closing.push(storefront.stop)
  const pages = openPages(options, { supabase, storefront, judgeAddress })
  // Also once it listens, at first and after a break: what was announced before then was not heard.
  await database?.sql.listen('catalogue_changed', pages.change, () => pages.change())

  const server = createHttpServer({
    siteUrl: config.siteUrl,
    judgeAddress,
    watchProxies: createProxyWatch(isTrusted, log),
    backend: supabase.handle,
    sandbox: { ...letters.sandbox, ...payments.sandbox },
    sandboxKeys: { token: secrets.sandboxToken, apiKey: secrets.stripe.secretKey },
    storefront,
    pages,
    checkReady: async () => {
      if (database) await database.sql`select 1`
    },
    log,
  })
  closing.push(stopperOf(server, log))
  server.listen(config.port, config.host)
  await once(server, 'listening')
  return {
    port: portOf(server),
    sandboxToken: secrets.sandboxToken,
    paymentAccount: payments.account,
    dataLocation: database?.location ?? new URL(config.supabase?.url ?? config.siteUrl).origin,
  }
}

/** What is done again and again, the first time at once. Returns what ends it. */
function startRegularWork(
  { config, log, clock }: ShopOptions,
  client: SupabaseClient,
): (() => Promise<void>)[] {
  const housekeeping = startHousekeeping(client, clock, log)
  void housekeeping.runOnce()
  if (!config.cartReminders) return [housekeeping.stop]
  const options = { client, clock, log, intervalMs: FOLLOW_UPS_EVERY_MS }
  const followUps = startFollowUps({ ...options, ...config.cartReminders })
  void followUps.runOnce()
  return [housekeeping.stop, followUps.stop]
}

function openPages(
  { config, log, clock }: ShopOptions,
  parts: { supabase: ShopSupabase; storefront: Storefront; judgeAddress: JudgeAddress },
): Pages {
  const { supabase, storefront, judgeAddress } = parts
  return createPages({
    storefront,
    siteUrl: config.siteUrl,
    connectTo: config.supabase ? [new URL(config.supabase.url).origin] : [],
    context: {
      supabase: supabase.anonClient,
      publishableKey: supabase.publishableKey,
      supabaseUrl: config.supabase?.url ?? '',
      siteUrl: config.siteUrl.origin,
      now: clock,
      logFailure: (message, cause) => log.warn({ err: cause }, message),
    },
    rows: new KeptRows(supabase.anonClient, clock),
    judgeAddress,
    clock,
    log,
  })
}

function stopperOf(server: Server, log: Logger): () => Promise<void> {
  const drain = drainable(server)
  return async () => {
    const cut = await drain(10_000)
    if (cut > 0) log.warn({ cut }, 'requests that took more than ten seconds were cut off')
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
