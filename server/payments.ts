import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { business } from '../domain/business.ts'
import {
  createPaymentSandbox,
  type PaymentSandbox,
  type SandboxCatalogue,
} from '../packages/payment-sandbox/src/payment-sandbox.ts'
import { getDisputesUrl } from '../supabase/functions/_shared/dispute-facts.ts'
import { createStripe } from '../supabase/functions/_shared/stripe.ts'
import { rpc, getRows, type ShopClient } from '../supabase/client.ts'
import { startDisputeWatch } from './disputes.ts'
import { startBalanceReading } from './balance.ts'
import { startCatalogueWorker } from './catalogue/worker.ts'
import { type Config, getOwnOrigin } from './config.ts'
import type { HttpOptions } from './http-server.ts'
import { startOrdersSweep } from './orders-sweep.ts'
import type { PaymentAccount } from './payment-account.ts'
import type { JobOptions } from './periodic-job.ts'

const SWEEP_EVERY_MS = 60_000
const DISPUTES_EVERY_MS = 15 * 60_000
/** Interval of the check for a due reading of the provider's balance, ms. */
const BALANCE_EVERY_MS = 15_000
/**
 * Interval of the catalogue worker, ms. Hosted Supabase does not notify the worker, and there, too, a change must be
 * payable within ten seconds.
 */
const CATALOGUE_EVERY_MS = 4_000

interface Needs extends JobOptions {
  config: Config
  account: PaymentAccount
}

export async function startPayments(needs: Needs) {
  const { config, account, client, now, log } = needs
  const { businessEmail, siteUrl } = config
  const stripe = createStripe(account.secretKey, account.apiUrl)
  const sandbox = account.name === 'sandbox' ? await openSandbox(needs) : null
  const isSetUp = await rpc(client, 'use_payment_account', { p_account: account.name })
  const shared = { client, stripe, account: account.name, now, log }
  const settling = {
    ...shared,
    businessEmail,
    disputesUrl: getDisputesUrl({
      SITE_URL: siteUrl.href,
      STRIPE_SECRET_KEY: account.secretKey,
      STRIPE_API_URL: account.apiUrl,
    }),
  }
  const sweep = startOrdersSweep({ ...settling, intervalMs: SWEEP_EVERY_MS })
  const disputes = startDisputeWatch({ ...settling, intervalMs: DISPUTES_EVERY_MS })
  const balance = startBalanceReading({ ...shared, intervalMs: BALANCE_EVERY_MS })
  const handlers: HttpOptions['sandbox'] = sandbox ? { payments: sandbox.handle } : {}
  return {
    sandbox: handlers,
    isSetUp,
    keepCatalogue: () =>
      startCatalogueWorker({ ...shared, siteUrl, intervalMs: CATALOGUE_EVERY_MS }),
    async stop() {
      void sweep.stop()
      void disputes.stop()
      void balance.stop()
      await sandbox?.stop()
    },
  }
}

async function openSandbox(needs: Needs): Promise<PaymentSandbox> {
  const { config, account, client, now, log } = needs
  await mkdir(config.dataDir, { recursive: true })
  return createPaymentSandbox({
    data: join(config.dataDir, 'payment-sandbox.sqlite'),
    secretKey: account.secretKey,
    webhookSecret: account.webhookSecret,
    // Webhooks of the sandbox are sent over HTTP, as Stripe sends them.
    webhookUrl: `${getOwnOrigin(config)}/functions/v1/stripe-webhook`,
    url: `${config.siteUrl.origin}/sandbox/payments`,
    siteUrl: config.siteUrl.origin,
    cartUrl: `${config.siteUrl.origin}/cart`,
    traderName: business.tradingName,
    catalogue: () => readSandboxCatalogue(client),
    fetch,
    now,
    log,
  })
}

export async function readSandboxCatalogue(client: ShopClient): Promise<SandboxCatalogue> {
  const [prices, rates] = await Promise.all([
    getRows(
      'The prices',
      client
        .from('prices')
        .select(
          'stripe_price_id, unit_amount, recurring_interval, recurring_interval_count, products!inner(name)',
        )
        .not('stripe_price_id', 'is', null),
    ),
    getRows(
      'The delivery rates',
      client.from('delivery_methods').select('stripe_id, name, price').not('stripe_id', 'is', null),
    ),
  ])
  return {
    prices: prices.map((row) => ({
      id: row.stripe_price_id ?? '',
      name: row.products.name,
      unitAmount: row.unit_amount,
      recurring: recurringOf(row.recurring_interval, row.recurring_interval_count),
    })),
    rates: rates.map((row) => ({
      id: row.stripe_id ?? '',
      name: row.name,
      amount: row.price,
    })),
  }
}

function recurringOf(
  interval: string | null,
  count: number | null,
): SandboxCatalogue['prices'][number]['recurring'] {
  return interval === 'month' || interval === 'year' ? { interval, count: count ?? 1 } : null
}
