import { createVerifiedFetch } from '../domain/verified-fetch.ts'
import { connect } from '../supabase/client.ts'
import { type Backend, createBackend } from '../packages/embedded-supabase/src/index.ts'
import { type LeaseTimes } from '../packages/embedded-supabase/src/database.ts'
import { type FileStore } from '../packages/embedded-supabase/src/storage.ts'
import { createRealtime, type Realtime } from '../packages/embedded-supabase/src/realtime.ts'
import type { FunctionEnvironment } from '../supabase/functions/_shared/environment.ts'
import { createBillingPortal } from '../supabase/functions/billing-portal/handler.ts'
import { createConsultancyInquiry } from '../supabase/functions/consultancy-inquiry/handler.ts'
import { createCreateCheckout } from '../supabase/functions/create-checkout/handler.ts'
import { createDeskInvitation } from '../supabase/functions/desk-invitation/handler.ts'
import { createDeskOrders } from '../supabase/functions/desk-orders/handler.ts'
import { createDeskPerson } from '../supabase/functions/desk-person/handler.ts'
import { createTellMe } from '../supabase/functions/tell-me/handler.ts'
import { createNewsletter } from '../supabase/functions/newsletter/handler.ts'
import { createPersonalData } from '../supabase/functions/personal-data/handler.ts'
import { createSecureCateringInquiry } from '../supabase/functions/secure-catering-inquiry/handler.ts'
import { createSecureGuestEmail } from '../supabase/functions/secure-guest-email/handler.ts'
import { createSendEmailBySlug } from '../supabase/functions/sendEmailBySlug/handler.ts'
import { createStripeWebhook } from '../supabase/functions/stripe-webhook/handler.ts'
import { authProject, queueAuthMail } from './auth-project.ts'
import type { Config } from './config.ts'
import type { ShopDatabase } from './database.ts'
import type { Logger } from './log.ts'
import type { PaymentAccount } from './payment-account.ts'
import type { Secrets } from './secrets.ts'
import { createStaffSessions, type StaffSessions } from './staff-sessions.ts'

/** Maximum size in bytes of an event that the webhook accepts (abuse case 31). */
const maxEventBytes = 256 * 1024

/**
 * Request timeout of hosted Supabase in ms. It is long because nightly work of the database takes longer than a browser's
 * requests.
 */
const hostedLimitMs = 150_000

interface Needs {
  config: Config
  secrets: Secrets
  database: ShopDatabase | null
  files: FileStore
  account: PaymentAccount
  onLease: (times: LeaseTimes) => void
  clock: () => number
  log: Logger
}

/**
 * Creates the Supabase clients and the built-in backend; `backend` and `realtime` are null when hosted Supabase serves the
 * API.
 */
export function openSupabase(needs: Needs) {
  const { config, secrets, database } = needs
  if (config.supabase) {
    const clients = clientsOf(
      config.supabase,
      createVerifiedFetch(timed(needs.onLease), hostedLimitMs),
    )
    return { ...clients, backend: null, realtime: null }
  }
  if (!database) throw new Error('The embedded backend needs a database')
  const { sql, target } = database
  const staff = createStaffSessions({ sql, clock: needs.clock, log: needs.log })
  void staff.refresh()
  const realtime = createRealtime({
    sql,
    staffSessionOf: staff.find,
    target,
    keys: secrets,
    siteUrl: config.siteUrl,
    corsOrigins: config.corsOrigins,
    clock: needs.clock,
    log: needs.log,
  })
  const backend = createShopBackend(needs, database, realtime, staff)
  const { publishable: publishableKey, secret: secretKey } = secrets
  const own = { url: config.siteUrl.origin, publishableKey, secretKey }
  return { ...clientsOf(own, backend.fetch), backend, realtime }
}

function clientsOf(
  { url, publishableKey, secretKey }: NonNullable<Config['supabase']>,
  fetch: typeof globalThis.fetch,
) {
  return {
    publishableKey,
    anonClient: connect(url, publishableKey, { fetch }),
    secretClient: connect(url, secretKey, { fetch }),
    asCaller: (token: string) =>
      connect(url, publishableKey, { fetch, headers: { authorization: `Bearer ${token}` } }),
  }
}

/** Returns a fetch that measures the duration of its requests, which reach a hosted database over HTTP. */
function timed(onLease: Needs['onLease']): typeof fetch {
  return async (input, init) => {
    const began = performance.now()
    try {
      return await fetch(input, init)
    } finally {
      onLease({ waited: 0, used: performance.now() - began })
    }
  }
}

function createShopBackend(
  { config, secrets, files, account, clock, log }: Needs,
  database: ShopDatabase,
  realtime: Realtime,
  staff: StaffSessions,
): Backend {
  const environment: FunctionEnvironment = {
    SUPABASE_URL: config.siteUrl.origin,
    SUPABASE_SECRET_KEY: secrets.secret,
    SUPABASE_PUBLISHABLE_KEY: secrets.publishable,
    SITE_URL: config.siteUrl.origin,
    STRIPE_SECRET_KEY: account.secretKey,
    STRIPE_WEBHOOK_SECRET: account.webhookSecret,
    STRIPE_API_URL: account.apiUrl,
    BUSINESS_EMAIL: config.businessEmail,
    // `backend` is assigned below; Edge Functions are only called after that.
    fetch: (input, init) => backend.fetch(input, init),
    now: clock,
    log,
  }
  const backend = createBackend({
    sql: database.sql,
    sqlFor: database.sqlFor,
    staffSessionOf: staff.find,
    sessions: database.sessions,
    keys: secrets,
    siteUrl: config.siteUrl,
    corsOrigins: config.corsOrigins,
    clock,
    files,
    fileSizeLimit: config.storage.fileSizeLimit,
    functionBodyLimits: { 'stripe-webhook': maxEventBytes },
    realtime,
    sharedTables: new Set(['products', 'prices']),
    sendAuthMail: queueAuthMail,
    ...authProject,
    functions: {
      'billing-portal': createBillingPortal(environment),
      'create-checkout': createCreateCheckout(environment),
      'stripe-webhook': createStripeWebhook(environment),
      'consultancy-inquiry': createConsultancyInquiry(environment),
      'secure-catering-inquiry': createSecureCateringInquiry(environment),
      sendEmailBySlug: createSendEmailBySlug(environment),
      'desk-invitation': createDeskInvitation(environment),
      'desk-orders': createDeskOrders(environment),
      'desk-person': createDeskPerson(environment),
      newsletter: createNewsletter(environment),
      'personal-data': createPersonalData(environment),
      'secure-guest-email': createSecureGuestEmail(environment),
      'tell-me': createTellMe(environment),
    },
    log,
  })
  return backend
}
