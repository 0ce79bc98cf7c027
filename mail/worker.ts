import type { ShopClient } from '../supabase/client.ts'
import { deliverBatch, type WorkerContext } from './delivery.ts'
import { describeFailure } from './failures.ts'
import type { MessageOptions } from './message.ts'
import { createOutbox } from './outbox.ts'
import { loadPictures } from './pictures.ts'
import type { MailTransport } from './transport.ts'

/** Calls `callback` after `ms`. Returns a function that cancels the timer. */
export type SetTimer = (callback: () => void, ms: number) => () => void

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
 * Sends the emails in the outbox: claims each for a minute, renders it, sends it and records the result. Any number of processes
 * may run a worker. Each email is sent at least once. It is sent twice only when the process or the database fails between the
 * server's acceptance and the record of it; both copies have the same Message-ID.
 */
export async function startMailWorker(options: MailWorkerOptions) {
  const { transport, log, setTimer = setNodeTimer } = options
  const cutOff = new AbortController()
  const context = await createContext(options, cutOff.signal)
  let isStopping = false
  let isAsked = false
  let running: Promise<void> | null = null
  let cancelPoll: () => void = () => undefined

  async function run(): Promise<void> {
    try {
      while (isAsked && !isStopping) {
        isAsked = false
        while (!isStopping && (await deliverBatch(context, () => isStopping)));
      }
    } catch (error) {
      log.warn({ error: describeFailure(error) }, 'outbox: cannot be reached')
      // Retries soon, because sent emails must be marked before their leases expire; otherwise another worker sends them again.
      if (context.unrecordedSends.size > 0 && !isStopping)
        setTimer(() => void drain(), unrecordedRetryMs)
    } finally {
      running = null
    }
  }

  /** Sends all emails that are due. Resolves when none is left or when no email can be sent at the moment. */
  function drain(): Promise<void> {
    if (isStopping) return running ?? Promise.resolve()
    isAsked = true
    running ??= run()
    return running
  }

  function poll(): void {
    if (!isStopping) cancelPoll = setTimer(() => void drain().then(poll), pollMs)
  }

  /**
   * Stops the worker: finishes the current email within five seconds, releases all other claimed emails and closes the connections.
   */
  async function stop(): Promise<void> {
    isStopping = true
    cancelPoll()
    const cancelCutOff = setTimer(() => cutOff.abort(), stopTimeoutMs)
    await running
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
): Promise<WorkerContext> {
  const { client, picturesFolder, ...given } = options
  return {
    random: Math.random,
    ...given,
    outbox: createOutbox({ client, now: given.clock }),
    messageOptions: { ...given, pictures: await loadPictures(picturesFolder) },
    unrecordedSends: new Set(),
    consecutiveDisconnects: 0,
    cutOff,
  }
}

function setNodeTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
