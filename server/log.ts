import { pino, type Logger } from 'pino'

export type { Logger }

/** What must never stand in a log line, wherever in an object it appears. */
const SECRETS = [
  'apikey',
  'authorization',
  'cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'x-guest-cart-id',
  'cart_data',
  'cart_items',
  'items',
  'html',
  'text',
]

/** One JSON object a line on standard output, without secrets, carts and mail bodies. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((key) =>
        key.includes('-') ? [`["${key}"]`, `*["${key}"]`] : [key, `*.${key}`],
      ),
      censor: '[kept out]',
    },
  })
}
