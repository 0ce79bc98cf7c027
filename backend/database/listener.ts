import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import type { Logger } from '../wire.ts'
import { connectTimeout } from './pool.ts'

/**
 * Hears what `notify` says on a channel, for ever: a lost connection is made anew. Resolves once it listens.
 * @param onListen called whenever it begins to listen; what was said before then was not heard
 */
export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
  onListen?: () => void,
) => Promise<{ unlisten: () => Promise<void> }>

export interface Listener {
  listen: Listen
  close: () => void
}

interface Ear {
  onNotify: (payload: string) => void
  onListen: () => void
}

/** ms between two looks at whether the line is still alive; so long may the answer take, too. */
const usualPulse = 5000
const longestDelay = 5000

/** One connection for all channels, made when the first is wanted. */
export function createListener(
  target: ClientConfig,
  log: Pick<Logger, 'warn'> | null,
  pulse = usualPulse,
): Listener {
  const ears = new Map<string, Set<Ear>>()
  let [isRunning, isClosed, failures] = [false, false, 0]
  let current: Client | null = null
  let connected: Client | null = null

  async function run(): Promise<void> {
    isRunning = true
    while (!isClosed) {
      const client = new Client({
        ...target,
        pipeline: true,
        connectionTimeoutMillis: connectTimeout,
        query_timeout: pulse,
      })
      current = client
      try {
        await hear(client)
      } catch (error) {
        if (failures === 0 && !isClosed)
          log?.warn({ err: error }, 'The connection that hears of changes is lost, trying again')
        failures += 1
      }
      connected = null
      client.connection.stream.destroy()
      await pause(Math.min(longestDelay, 100 * 2 ** failures), undefined, { ref: false })
    }
  }

  /** Until the connection is lost. */
  async function hear(client: Client): Promise<void> {
    const ended = new Promise<void>((resolve) => client.on('end', resolve))
    // That the connection is lost `ended` says; unheard, the event would end the process.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotify } of ears.get(channel) ?? []) onNotify(payload)
    })
    await client.connect()
    connected = client
    await Promise.all([...ears].map(([channel, all]) => begin(client, channel, [...all])))
    failures = 0
    // A line that has gone silent says nothing of it: the driver ends it when this is not answered.
    const timer = setInterval(() => client.query('select 1', () => undefined), pulse)
    await ended
    clearInterval(timer)
    throw new Error('The connection ended')
  }

  async function begin(client: Client, channel: string, all: Ear[]): Promise<void> {
    await client.query(`listen ${escapeIdentifier(channel)}`)
    for (const { onListen } of all) onListen()
  }

  async function forget(channel: string, ear: Ear): Promise<void> {
    const all = ears.get(channel)
    all?.delete(ear)
    if (all === undefined || all.size > 0) return
    ears.delete(channel)
    await connected?.query(`unlisten ${escapeIdentifier(channel)}`)
  }

  return {
    listen: (channel, onNotify, onListen) => {
      const { promise, resolve } = Promise.withResolvers<{ unlisten: () => Promise<void> }>()
      const ear: Ear = {
        onNotify,
        onListen: () => {
          onListen?.()
          resolve({ unlisten: () => forget(channel, ear) })
        },
      }
      ears.set(channel, (ears.get(channel) ?? new Set()).add(ear))
      // Should it fail the connection is lost, and the next one listens to every channel.
      if (connected !== null) void begin(connected, channel, [ear]).catch(() => undefined)
      else if (!isRunning) void run()
      return promise
    },
    close: () => {
      isClosed = true
      current?.connection.stream.destroy()
    },
  }
}
