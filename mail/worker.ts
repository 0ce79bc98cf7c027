import type { ShopClient } from '../supabase/client.ts'
import { type DeliveryOutcome, deliverNextEmail, type WorkerContext } from './delivery.ts'
import { describeFailure } from './failures.ts'
import type { MessageOptions } from './message.ts'
import { createOutbox } from './outbox.ts'
import { createSendLimiter } from './send-limiter.ts'
import { loadPictures } from './pictures.ts'
import { setNodeTimer, type SetTimer } from './timer.ts'
import type { MailTransport } from './transport.ts'

export interface MailWorkerOptions
  extends
    Pick<WorkerContext, 'clock' | 'log'>,
    Partial<Pick<WorkerContext, 'random'>>,
    Omit<MessageOptions, 'pictures'> {
  /** A Supabase client with the secret key. */
  client: Pick<ShopClient, 'rpc'>
  transport: MailTransport
  picturesFolder: string
  setTimer?: SetTimer
}

export type MailWorker = Awaited<ReturnType<typeof startMailWorker>>

const pollMs = 30_000
const stopTimeoutMs = 5000
const unrecordedRetryMs = 1000

/**
 * Sends the emails of the outbox: it claims each for a minute, renders it, hands it to the transport, and records the result;
 * up to three at the same time. Any number of processes may run a worker. Each email is sent at least once, and twice only when a
 * process or the connection fails after the server has accepted it and before that is recorded; then under the same Message-ID.
 */
export async function startMailWorker(options: MailWorkerOptions) {
  const { transport, log, setTimer = setNodeTimer } = options
  const cutOff = new AbortController()
  const context = await createContext(options, cutOff.signal, startSends)
  const running = new Set<Promise<void>>()
  let isStopping = false
  let drains = 0
  let parallel = 0
  let cancelPoll: () => void = () => undefined

  const isWithinLimit = () => !isStopping && parallel <= context.parallelSends.allowed()

  /** Sends one email after the other while some are due and no more than allowed are sent at the same time. */
  async function sendDue(): Promise<void> {
    try {
      let seen: number
      let outcome: DeliveryOutcome
      do {
        seen = drains
        do outcome = await deliverNextEmail(context, () => isStopping)
        while (outcome === 'more' && isWithinLimit())
        // An email may have been queued, or released by another loop, since the last claim found none.
      } while (outcome !== 'outage' && seen !== drains && isWithinLimit())
      // The other loops look again for the email that this one has released.
      if (!isWithinLimit()) drains += 1
    } catch (error) {
      log.warn({ error: describeFailure(error) }, 'outbox: cannot be reached')
      // Retries soon, because sent emails must be marked before their leases expire; otherwise another worker sends them again.
      if (context.unrecordedSends.size > 0 && !isStopping)
        setTimer(() => void drain(), unrecordedRetryMs)
    } finally {
      // Counted at once, so that a drain that finds this loop at its end starts another.
      parallel -= 1
    }
  }

  function startSends(): void {
    while (!isStopping && parallel < context.parallelSends.allowed()) {
      parallel += 1
      const sends = sendDue().finally(() => running.delete(sends))
      running.add(sends)
    }
  }

  async function settle(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  /** Sends the emails that are due; resolves when they are sent, or when nothing can be sent at the moment. */
  function drain(): Promise<void> {
    drains += 1
    startSends()
    return settle()
  }

  function poll(): void {
    if (!isStopping) cancelPoll = setTimer(() => void drain().then(poll), pollMs)
  }

  /** Finishes the current emails within five seconds and closes the connections. */
  async function stop(): Promise<void> {
    isStopping = true
    cancelPoll()
    const cancelCutOff = setTimer(() => cutOff.abort(), stopTimeoutMs)
    await settle()
    cancelCutOff()
    cutOff.abort()
    transport.close()
  }

  poll()
  void drain()
  return { wake: () => void drain(), drain, stop }
}

async function createContext(
  options: MailWorkerOptions,
  cutOff: AbortSignal,
  onGrowth: () => void,
): Promise<WorkerContext> {
  const { client, picturesFolder, ...given } = options
  return {
    random: Math.random,
    ...given,
    outbox: createOutbox({ client, now: given.clock }),
    messageOptions: { ...given, pictures: await loadPictures(picturesFolder) },
    unrecordedSends: new Set(),
    consecutiveDisconnects: 0,
    parallelSends: createSendLimiter(given.clock, onGrowth),
    claims: 0,
    cutOff,
  }
}
