import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import type { Logger } from '../core/wire.ts'
import { connectTimeout } from './pool.ts'

/**
 * Listens to a channel, and reconnects whenever the connection is lost. Resolves once it listens for the first time.
 * @param onListen called each time it begins to listen, because notifications sent before may have been missed
 */
export type ListenToChannel = (
  channel: string,
  onNotify: (payload: string) => void,
  onListen?: () => void,
) => Promise<{ unlisten: () => Promise<void> }>

export interface Listener {
  listen: ListenToChannel
  close: () => void
}

interface Subscriber {
  onNotify: (payload: string) => void
  onListen: () => void
}

/** Milliseconds between two checks that the connection is alive, and until such a check fails without a response. */
const usualPulse = 5000
const longestDelay = 5000

/** Creates a listener with one connection for all channels, which is opened by the first `listen`. */
export function createListener(
  target: ClientConfig,
  log: Pick<Logger, 'warn'> | null,
  pulse = usualPulse,
): Listener {
  const subscribers = new Map<string, Set<Subscriber>>()
  let [isRunning, isClosed] = [false, false]
  let current: Client | null = null
  let connected: Client | null = null

  async function run(): Promise<void> {
    isRunning = true
    let failures = 0
    while (!isClosed) {
      try {
        await connect(() => (failures = 0))
      } catch (error) {
        if (failures === 0 && !isClosed)
          log?.warn({ err: error }, 'listener: its connection is lost, trying again')
        failures += 1
      }
      connected = null
      current?.connection.stream.destroy()
      current = null
      await pause(Math.min(longestDelay, 100 * 2 ** failures), undefined, { ref: false })
    }
  }

  async function connect(onConnect: () => void): Promise<void> {
    // Created inside the `try` of `run`, because the constructor reads certificate files that the target names, and may throw.
    const client = makeClient(target, pulse)
    current = client
    const ended = new Promise<void>((resolve) => client.on('end', resolve))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotify } of subscribers.get(channel) ?? []) onNotify(payload)
    })
    await client.connect()
    connected = client
    await Promise.all([...subscribers].map(([channel, all]) => begin(client, channel, [...all])))
    onConnect()
    // A dead connection raises no event by itself. When this query gets no response, the driver closes the connection.
    const timer = setInterval(() => client.query('select 1', () => undefined), pulse)
    await ended
    clearInterval(timer)
    throw new Error('The connection ended')
  }

  async function forget(channel: string, subscriber: Subscriber): Promise<void> {
    const all = subscribers.get(channel)
    all?.delete(subscriber)
    if (all === undefined || all.size > 0) return
    subscribers.delete(channel)
    await connected?.query(`unlisten ${escapeIdentifier(channel)}`)
  }

  return {
    listen: (channel, onNotify, onListen) => {
      const { promise, resolve } = Promise.withResolvers<{ unlisten: () => Promise<void> }>()
      const subscriber: Subscriber = {
        onNotify,
        onListen: () => {
          onListen?.()
          resolve({ unlisten: () => forget(channel, subscriber) })
        },
      }
      subscribers.set(channel, (subscribers.get(channel) ?? new Set()).add(subscriber))
      // A failure means that the connection is lost: the next connection listens to every channel.
      if (connected !== null) void begin(connected, channel, [subscriber]).catch(() => undefined)
      else if (!isRunning) void run()
      return promise
    },
    close: () => {
      isClosed = true
      current?.connection.stream.destroy()
    },
  }
}

function makeClient(target: ClientConfig, pulse: number): Client {
  const client = new Client({
    ...target,
    pipeline: true,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: pulse,
  })
  // The `end` event already reports the loss; without this listener the `error` event would end the process.
  client.on('error', () => undefined)
  return client
}

async function begin(client: Client, channel: string, all: Subscriber[]): Promise<void> {
  await client.query(`listen ${escapeIdentifier(channel)}`)
  for (const { onListen } of all) onListen()
}
