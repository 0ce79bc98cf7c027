import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { call, type ShopClient } from '../supabase/client.ts'
import { business } from '../domain/business.ts'
import { type PaymentSandbox, createPaymentSandbox } from '../sandbox/payments/payments.ts'
import type { FunctionEnvironment } from '../supabase/functions/_shared/environment.ts'
import { createStripe, isLive } from '../supabase/functions/_shared/stripe.ts'
import { startCatalogueWorker } from './catalogue/worker.ts'
import type { Config } from './config.ts'
import { businessEmail } from './emails.ts'
import type { Logger } from './log.ts'
import { startOrdersSweep } from './orders-sweep.ts'
import { readCatalogue } from './payments-catalogue.ts'
import type { Rounds } from './rounds.ts'
import type { Secrets } from './secrets.ts'

const SWEEP_EVERY_MS = 60_000
/** On hosted Supabase nobody wakes the worker: what has changed is to be payable within ten seconds there, too. */
const CATALOGUE_EVERY_MS = 4_000

export type PaymentAccount = 'sandbox' | 'test' | 'live'

/** The payment provider, or the sandbox that speaks its protocol while no account is configured. */
export interface Payments {
  account: PaymentAccount
  environment: Pick<
    FunctionEnvironment,
    'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
  >
  /** What answers at /sandbox/payments; nothing when money moves for real. */
  sandbox: Record<string, (request: Request) => Promise<Response>>
  /** Puts the account's ids into use and starts to look after orders that stay pending. */
  open(client: ShopClient): Promise<void>
  /** Starts to keep the account's catalogue in step, once the shop answers. Says whether it was ever set up. */
  keepCatalogue(): Rounds & { isSetUp: boolean }
  stop(): Promise<void>
}

interface Needs {
  config: Config
  secrets: Secrets
  clock: () => number
  log: Logger
}

/** Chooses who takes the money. Nothing is asked of anybody before `open`. */
export async function startPayments(needs: Needs): Promise<Payments> {
  const { config, secrets, clock, log } = needs
  const account = accountOf(config)
  const environment = environmentOf(config, secrets)
  let client: ShopClient | null = null
  let sweep: Rounds | null = null
  let isSetUp = false
  const stripe = createStripe(environment.STRIPE_SECRET_KEY, environment.STRIPE_API_URL)
  const sandbox = account === 'sandbox' ? await openSandbox(needs, () => client) : null

  return {
    account,
    environment,
    sandbox: sandbox ? { payments: sandbox.handle } : {},
    async open(secretClient) {
      client = secretClient
      isSetUp = await call(secretClient, 'use_payment_account', { p_account: account })
      sweep = startOrdersSweep({
        client: secretClient,
        stripe,
        now: clock,
        log,
        intervalMs: SWEEP_EVERY_MS,
        businessEmail: businessEmail(config),
      })
    },
    keepCatalogue() {
      if (client === null) throw new Error('The payments are not open')
      const worker = startCatalogueWorker({
        client,
        stripe,
        account,
        siteUrl: config.siteUrl,
        clock,
        log,
        intervalMs: CATALOGUE_EVERY_MS,
      })
      return { ...worker, isSetUp }
    },
    async stop() {
      void sweep?.stop()
      await sandbox?.stop()
    },
  }
}

function accountOf({ stripe }: Config): PaymentAccount {
  if (stripe === null) return 'sandbox'
  return isLive(stripe.secretKey) ? 'live' : 'test'
}

function environmentOf(config: Config, secrets: Secrets): Payments['environment'] {
  const { secretKey, webhookSecret } = config.stripe ?? secrets.stripe
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: config.stripe
      ? config.stripe.apiUrl
      : `${loopbackOrigin(config)}/sandbox/payments`,
  }
}

/** Where the shop reaches itself, by real HTTP, as it would reach the provider. */
function loopbackOrigin(config: Config): string {
  const host = config.host === '::1' ? '[::1]' : '127.0.0.1'
  return `http://${host}:${config.port}`
}

async function openSandbox(
  { config, secrets, clock, log }: Needs,
  client: () => ShopClient | null,
): Promise<PaymentSandbox> {
  await mkdir(config.dataDir, { recursive: true })
  return createPaymentSandbox({
    dataFile: join(config.dataDir, 'payment-sandbox.sqlite'),
    ...secrets.stripe,
    webhookUrl: `${loopbackOrigin(config)}/functions/v1/stripe-webhook`,
    siteUrl: config.siteUrl.origin,
    traderName: business.tradingName,
    catalogue: async () => readCatalogue(client()),
    fetch,
    now: clock,
    log,
  })
}
