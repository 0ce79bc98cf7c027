import { type DestinationStream, type Logger, pino } from 'pino'

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

/** How many characters are buffered while they cannot be written; more are dropped. */
const maxWaiting = 1_000_000

/** One JSON object a line on standard output, without secrets, carts and mail bodies. */
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

/** Standard output may be a file on a full disk: then lines are buffered until one can be written. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxWaiting })
  let isStuck = false
  // Without a listener the event would end the process.
  output.on('error', () => (isStuck = true))
  output.on('drain', () => (isStuck = false))
  const { flushSync } = output
  // Called at exit, where it would retry for ever.
  output.flushSync = () => (isStuck ? undefined : flushSync.call(output))
  return output
}
