import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadSecrets, type Secrets } from '../../server/secrets.ts'
import { findFreePort } from '../../tests/support/running-shop.ts'
import { getEmbeddedUrl, type Sql, withSql } from './database.ts'
import {
  listDescendants,
  findPostmaster,
  withTemporaryFolder,
  type ProcessRow,
  sendSignal,
  filterRunningProcesses,
} from './processes.ts'
import { isResponding, type SpawnedServer, spawnShop } from './servers.ts'

export type KillTarget = 'process' | 'database' | 'both'

const patienceMs = 60_000
const mostStarts = 5

/**
 * The built shop in a process of its own, with a fixed port and data folder, and settings for a trusted proxy. It can be killed and
 * restarted.
 */
export class RestartableShop {
  readonly url: string
  readonly dataDir: string
  readonly failedStarts: string[] = []
  /** The number of times that the shop's process exited without having been killed. */
  deaths = 0
  /** The shop's keys, which exist after its first start. */
  keys!: Secrets
  readonly #databaseUrl: string | undefined
  readonly #spawn: () => SpawnedServer
  readonly #recorded = new Map<number, ProcessRow>()
  #shop: SpawnedServer
  #killed: SpawnedServer | null = null
  #disturbed: SpawnedServer | null = null
  #isOpening = true

  constructor(dataDir: string, port: number, environment: Record<string, string> = {}) {
    const places = { DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback' }
    this.#spawn = () => spawnShop({ ...places, ...environment }, port)
    this.#shop = this.#spawn()
    this.#databaseUrl = environment.DATABASE_URL
    this.url = this.#shop.url
    this.dataDir = dataDir
  }

  /** Starts a shop with a database of its own, runs `work` with it, and stops it afterwards. */
  static with<T>(
    environment: Record<string, string>,
    work: (shop: RestartableShop) => Promise<T>,
  ): Promise<T> {
    return withTemporaryFolder(async (folder) => {
      const shop = new RestartableShop(join(folder, 'data'), await findFreePort(), environment)
      try {
        await shop.open()
        return await work(shop)
      } finally {
        await shop.stop()
      }
    })
  }

  get pid(): number {
    return this.#shop.pid
  }

  /** Returns the output of the shop's process since its last start. */
  get output(): string {
    return this.#shop.output()
  }

  /** Returns the URL of the shop's database. The port of an embedded database may change when the shop restarts. */
  async databaseUrl(): Promise<string> {
    return this.#databaseUrl ?? getEmbeddedUrl(this.dataDir)
  }

  /** Runs `work` with a connection to the shop's database. */
  async withSql<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return withSql(await this.databaseUrl(), work)
  }

  /** Kills the shop's process, its database or both. Kills the shop's process instead when no database is running. */
  kill(target: KillTarget): void {
    this.#record()
    const postmaster = findPostmaster(this.pid)
    if (target !== 'process' && postmaster !== undefined) sendSignal(postmaster.pid, 'SIGKILL')
    if (target === 'database' && postmaster !== undefined) {
      if (this.#isOpening) this.#disturbed = this.#shop
      return
    }
    this.#killed = this.#shop
    sendSignal(this.pid, 'SIGKILL')
  }

  async startAgain(): Promise<void> {
    if (this.#shop === this.#killed) await this.#shop.ended
    else if (await this.#hasEnded()) this.deaths += 1
    else return
    this.#isOpening = true
    this.#shop = this.#spawn()
  }

  /** Starts the shop, again if necessary, and waits until it responds. @throws Error after five failed starts */
  async open(): Promise<void> {
    for (let starts = 0; starts < mostStarts; starts++) {
      await this.startAgain()
      const reason = await this.#whyNotOpen()
      this.#record()
      if (reason === null) {
        this.#isOpening = false
        this.keys = await loadSecrets(join(this.dataDir, 'keys.json'))
        return
      }
      // A process that opened and ended later did not fail to start.
      if ((await this.#hasEnded()) && this.#shop.hasOpened()) continue
      // A start during which the database was killed on purpose does not count as failed.
      if (this.#shop !== this.#disturbed) this.failedStarts.push(reason)
      this.kill('process')
    }
    throw new Error(`the shop does not open any more: ${this.failedStarts.at(-1)}`)
  }

  /** Stops the shop gracefully and returns its exit code, or the signal that ended it. */
  async stop(): Promise<number | string> {
    this.#record()
    await this.#shop.stop()
    this.#killed = this.#shop
    return this.#shop.ended
  }

  /** Returns all processes of this shop that are still running, including those of earlier starts. */
  orphans(): ProcessRow[] {
    return filterRunningProcesses(this.#recorded.values())
  }

  #hasEnded(): Promise<boolean> {
    return Promise.race([this.#shop.ended.then(() => true), pause(0, false)])
  }

  #record(): void {
    for (const one of listDescendants(this.pid)) this.#recorded.set(one.pid, one)
  }

  /**
   * Waits until the shop and its database respond, then returns null. Returns the reason as text when the process has ended or the
   * time is over.
   */
  async #whyNotOpen(): Promise<string | null> {
    const end = performance.now() + patienceMs
    while (performance.now() < end) {
      const signal = AbortSignal.timeout(patienceMs)
      const ready = await fetch(`${this.url}/readyz`, { signal }).catch(() => null)
      if (ready?.ok && (await isResponding(this.url))) return null
      if (await this.#hasEnded()) return `it ended: ${this.output}`
      await pause(50)
    }
    return `it was not ready in a minute: ${this.output}`
  }
}
