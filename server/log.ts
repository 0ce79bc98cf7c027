import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Names of properties that are never logged, at any depth of an object. */
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

/** Maximum number of characters that are buffered while output is blocked; more are dropped. */
const maxWaiting = 1_000_000

/**
 * Creates the logger, which writes one JSON object a line to standard output and leaves out secrets, carts and email
 * bodies.
 */
export function createLog(level: string): Logger {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((key) =>
        key.includes('-') ? [`["${key}"]`, `*["${key}"]`] : [key, `*.${key}`],
      ),
      censor: '[kept out]',
    },
  }
  return pino(settings, openOutput())
}

/**
 * Opens standard output for the log. It may be a file on a full disk: lines are then buffered until they can be written.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxWaiting })
  let isStuck = false
  // Without a listener the 'error' event would end the process.
  output.on('error', () => (isStuck = true))
  output.on('drain', () => (isStuck = false))
  const { flushSync } = output
  // pino calls flushSync at exit, which would retry for ever while the output is blocked.
  output.flushSync = () => (isStuck ? undefined : flushSync.call(output))
  return output
}
