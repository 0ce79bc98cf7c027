import { createVerifiedFetch } from '../../../domain/verified-fetch.ts'

/** The settings and capabilities that a function needs; the shop's own server provides them, or `readDenoEnvironment` on Supabase. */
export interface FunctionEnvironment {
  SUPABASE_URL: string
  SUPABASE_SECRET_KEY: string
  SUPABASE_PUBLISHABLE_KEY: string
  SITE_URL: string
  STRIPE_SECRET_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  /** URL of a replacement for the payment provider's API, such as the sandbox; null for the provider itself. */
  STRIPE_API_URL: string | null
  BUSINESS_EMAIL: string
  fetch: typeof fetch
  now: () => number
  log?: FunctionLog
  /** Called at the points at which a test kills the process. */
  crashPoint?: (name: string) => void
}

export interface FunctionLog {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
  error: (details: object, message: string) => void
}

export const consoleLog: FunctionLog = {
  info: line('info'),
  warn: line('warn'),
  error: line('error'),
}

function line(level: keyof FunctionLog): FunctionLog['info'] {
  return (details, message) => console[level](JSON.stringify({ level, ...details, message }))
}

/** Returns the loggable part of an error, which never includes a request with its keys. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}

/**
 * Reads the environment variables on Supabase.
 * @throws Error that names the first missing value
 */
export function readDenoEnvironment(): FunctionEnvironment {
  return {
    SUPABASE_URL: needed('SUPABASE_URL'),
    SUPABASE_SECRET_KEY:
      defaultKey('SUPABASE_SECRET_KEYS') ??
      Deno.env.get('SUPABASE_SECRET_KEY') ??
      needed('SUPABASE_SERVICE_ROLE_KEY'),
    SUPABASE_PUBLISHABLE_KEY:
      defaultKey('SUPABASE_PUBLISHABLE_KEYS') ??
      Deno.env.get('SUPABASE_PUBLISHABLE_KEY') ??
      needed('SUPABASE_ANON_KEY'),
    SITE_URL: needed('SITE_URL'),
    STRIPE_SECRET_KEY: needed('STRIPE_SECRET_KEY'),
    STRIPE_WEBHOOK_SECRET: needed('STRIPE_WEBHOOK_SECRET'),
    STRIPE_API_URL: Deno.env.get('STRIPE_API_URL') ?? null,
    BUSINESS_EMAIL: needed('BUSINESS_EMAIL'),
    fetch: createVerifiedFetch((input, init) => globalThis.fetch(input, init), 60_000),
    now: () => Date.now(),
  }
}

function needed(name: string): string {
  const value = Deno.env.get(name)
  if (value === undefined || value.trim() === '') throw new Error(`${name} is not set`)
  return value
}

/** Returns the default key from a variable in which Supabase provides its API keys, a JSON object of names and values. */
function defaultKey(name: string): string | undefined {
  const keys = Deno.env.get(name)
  return keys === undefined ? undefined : JSON.parse(keys).default
}
