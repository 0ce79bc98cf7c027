import { existsSync } from 'node:fs'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { business } from '../../domain/business.ts'
import { type Config, keysFile, readConfig } from '../../server/config.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createStripe, isLive } from '../../supabase/functions/_shared/stripe.ts'

/** What an owner's command works with: the running shop's data and its account at the payment provider. */
export interface OwnerTools {
  client: SupabaseClient
  stripe: Stripe
  account: 'sandbox' | 'test' | 'live'
  /** Where the shop writes to its owner. */
  businessEmail: string
  /** ms since 1970. */
  now: () => number
  print: (line: string) => void
}

/** The same with the shop's public address. */
export interface SyncTools extends OwnerTools {
  siteUrl: URL
}

/** Something that the owner should read: its message is one clear line. */
export class OwnerError extends Error {
  override name = 'OwnerError'
}

/**
 * Reaches the shop that runs with this configuration.
 * @throws OwnerError when it has never been started, or does not answer
 */
export async function connectToShop(
  environment: Record<string, string | undefined>,
  workingDirectory: string,
): Promise<SyncTools> {
  const config = readConfig(environment, workingDirectory)
  const { url, secretKey, stripe } =
    config.supabase === null ? await readOwn(config) : await readHosted(config)
  await expectAnswer(url)
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  return {
    client: createClient(url, secretKey, options),
    stripe: createStripe(stripe.secretKey, stripe.apiUrl),
    account: config.stripe === null ? 'sandbox' : isLive(stripe.secretKey) ? 'live' : 'test',
    siteUrl: config.siteUrl,
    businessEmail: config.businessEmail ?? business.email,
    now: Date.now,
    print: (line) => console.log(line),
  }
}

interface Found {
  url: string
  secretKey: string
  stripe: { secretKey: string; apiUrl: string | null }
}

async function readOwn(config: Config): Promise<Found> {
  const file = keysFile(config)
  if (!existsSync(file))
    throw new OwnerError(`There is no shop in ${config.dataDir} yet. Start it with npm start.`)
  const secrets = await loadSecrets(file)
  const url = originOf(config)
  return {
    url,
    secretKey: secrets.secret,
    stripe: config.stripe ?? { ...secrets.stripe, apiUrl: `${url}/sandbox/payments` },
  }
}

async function readHosted(config: Config): Promise<Found> {
  const { url, secretKey } = config.supabase ?? { url: '', secretKey: '' }
  if (config.stripe !== null) return { url, secretKey, stripe: config.stripe }
  const secrets = await loadSecrets(keysFile(config))
  return {
    url,
    secretKey,
    stripe: { ...secrets.stripe, apiUrl: `${originOf(config)}/sandbox/payments` },
  }
}

function originOf(config: Config): string {
  const anywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = anywhere ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
}

async function expectAnswer(url: string): Promise<void> {
  try {
    const answer = await fetch(`${url}/rest/v1/`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(5000),
    })
    await answer.body?.cancel()
  } catch (error) {
    throw new OwnerError(
      `The shop does not answer at ${url}. Start it with npm start, with the same PORT and DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Runs a command and turns what goes wrong into one line and an exit code. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
