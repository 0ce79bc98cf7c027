import { setTimeout as pause } from 'node:timers/promises'
import { rpcParsed, type ShopClient } from '../supabase/client.ts'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import * as v from 'valibot'
import { type LeaseTimes } from '../packages/embedded-supabase/src/database.ts'
import type { DiskSpace } from './scheduled-jobs.ts'
import type { Logger } from './log.ts'

const figuresSchema = v.object({
  orders: v.record(v.string(), v.number()),
  outbox: v.object({ waiting: v.number(), failed: v.number(), oldestSeconds: v.number() }),
  stuck: v.record(v.string(), v.number()),
})
type Figures = v.InferOutput<typeof figuresSchema>

type Log = Pick<Logger, 'warn'>

/** The media type of Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

/** Histogram buckets in seconds. A request to a nearby database takes one or two ms. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Timeout for the database, ms. A scraper waits ten seconds, and the other metrics are useful without the database. */
const timeoutMs = 2000

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(readDisk: () => Promise<DiskSpace>, log: Log) {
  const registry = new Registry()
  const registers = [registry]
  const answers = new Counter({
    name: 'shop_answers_total',
    help: 'Requests answered, by what was asked for and HTTP status; 0 when the visitor had gone',
    labelNames: ['kind', 'status'],
    registers,
  })
  const pages = new Counter({
    name: 'shop_pages_total',
    help: 'Pages answered, kept ready (cache) or rendered for whoever waited (rendered)',
    labelNames: ['source'],
    registers,
  })
  const waits = new Histogram({
    name: 'shop_database_wait_seconds',
    help: 'How long work waited for a connection to the database',
    buckets,
    registers,
  })
  const uses = new Histogram({
    name: 'shop_database_use_seconds',
    help: 'How long work had a connection to the database',
    buckets,
    registers,
  })
  const show = gauges(registers)
  return {
    countAnswer: (kind: string, status: number) => answers.inc({ kind, status }),
    countPage: (isReady: boolean) => pages.inc({ source: isReady ? 'cache' : 'rendered' }),
    noteLease({ waited, used }: LeaseTimes): void {
      waits.observe(waited / 1000)
      uses.observe(used / 1000)
    },
    /** Returns the metrics in Prometheus' text format. `client` must have the secret key. */
    async write(client: ShopClient): Promise<string> {
      const [figures, disk] = await Promise.all([askShop(client, log), readDisk()])
      show(figures, disk)
      return registry.metrics()
    },
  }
}

/** Reads the shop's figures from the database. Returns null when the database fails or does not answer in time. */
async function askShop(client: ShopClient, log: Log): Promise<Figures | null> {
  try {
    const asked = rpcParsed(figuresSchema, client, 'shop_metrics', {})
    return await Promise.race([asked, pause(timeoutMs, null, { ref: false })])
  } catch (error) {
    log.warn({ err: error }, 'metrics: the figures of the shop could not be read')
    return null
  }
}

/**
 * Creates gauges of the shop's current state. Their values are the same in every process of a shop, except for the disk's.
 */
function gauges(registers: Registry[]): (figures: Figures | null, disk: DiskSpace) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const isUp = gauge('shop_database_up', 'Whether the database answered just now')
  const orders = gauge('shop_orders', 'Orders by state', 'state')
  const outbox = gauge('shop_outbox', 'Mails that wait, and that could not be sent', 'state')
  const oldest = gauge('shop_outbox_oldest_seconds', 'How long the oldest mail has waited')
  const stuck = gauge(
    'shop_stuck',
    'Work that has failed or is late and waits for a person',
    'kind',
  )
  const free = gauge('shop_disk_free_bytes', 'Free on the disk of DATA_DIR')
  return (figures, disk) => {
    for (const one of [orders, outbox, stuck]) one.reset()
    // When the value is unknown, the gauge is left out instead of showing 0.
    oldest.remove()
    free.set(disk.free)
    isUp.set(figures === null ? 0 : 1)
    if (figures === null) return
    const { waiting, failed, oldestSeconds } = figures.outbox
    for (const [state, count] of Object.entries(figures.orders)) orders.set({ state }, count)
    for (const [state, count] of Object.entries({ waiting, failed })) outbox.set({ state }, count)
    oldest.set(oldestSeconds)
    for (const [kind, count] of Object.entries(figures.stuck)) stuck.set({ kind }, count)
  }
}
