import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadSecrets, type Secrets } from '../../server/secrets.ts'
import { freePort } from '../../tests/support/running-shop.ts'
import { embeddedUrl, type Sql, withSql } from './database.ts'
import {
  descendants,
  findPostmaster,
  withTemporaryFolder,
  type ProcessRow,
  signal,
  filterRunning,
} from './processes.ts'
import { isOpen, type Server, spawnShop } from './servers.ts'

export type Victim = 'process' | 'database' | 'both'

const patienceMs = 60_000
const mostStarts = 5

/** The built shop with a fixed port and folder, behind a proxy that it trusts; it can be killed and restarted. */
export class RestartableShop {
  readonly url: string
  readonly dataDir: string
  readonly failedStarts: string[] = []
  /** The number of times that it exited without being killed. */
  deaths = 0
  /** Only set after its first start. */
  keys!: Secrets
  readonly #databaseUrl: string | undefined
  readonly #spawn: () => Server
  readonly #recorded = new Map<number, ProcessRow>()
  #shop: Server
  #killed: Server | null = null
  #disturbed: Server | null = null
  #isOpening = true

  constructor(dataDir: string, port: number, environment: Record<string, string> = {}) {
    const places = { DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback' }
    this.#spawn = () => spawnShop({ ...places, ...environment }, port)
    this.#shop = this.#spawn()
    this.#databaseUrl = environment.DATABASE_URL
    this.url = this.#shop.url
    this.dataDir = dataDir
  }

  /** Runs the work with a running shop that has a database of its own, and stops it afterwards. */
  static with<T>(
    environment: Record<string, string>,
    work: (shop: RestartableShop) => Promise<T>,
  ): Promise<T> {
    return withTemporaryFolder(async (folder) => {
      const shop = new RestartableShop(join(folder, 'data'), await freePort(), environment)
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

  /** Returns the output since the last start. */
  get output(): string {
    return this.#shop.output()
  }

  /** Returns the present address of its database; a restart may change the port of an embedded one. */
  async databaseUrl(): Promise<string> {
    return this.#databaseUrl ?? embeddedUrl(this.dataDir)
  }

  /** Runs the work with a connection to its database. */
  async withSql<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return withSql(await this.databaseUrl(), work)
  }

  /** Records its processes and kills the victim. Kills the shop's process instead when there is no database at the moment. */
  kill(victim: Victim): void {
    this.#record()
    const postmaster = findPostmaster(this.pid)
    if (victim !== 'process' && postmaster !== undefined) signal(postmaster.pid, 'SIGKILL')
    if (victim === 'database' && postmaster !== undefined) {
      if (this.#isOpening) this.#disturbed = this.#shop
      return
    }
    this.#killed = this.#shop
    signal(this.pid, 'SIGKILL')
  }

  async startAgain(): Promise<void> {
    if (this.#shop === this.#killed) await this.#shop.ended
    else if (await this.#hasEnded()) this.deaths += 1
    else return
    this.#isOpening = true
    this.#shop = this.#spawn()
  }

  /** Waits until it is open, through as many starts as that takes. @throws Error after five failed starts */
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
      // A start that had opened before it ended did not fail.
      if ((await this.#hasEnded()) && this.#shop.hasOpened()) continue
      // Neither did a start whose database was killed.
      if (this.#shop !== this.#disturbed) this.failedStarts.push(reason)
      this.kill('process')
    }
    throw new Error(`the shop does not open any more: ${this.failedStarts.at(-1)}`)
  }

  /** Shuts the shop down and returns its exit code. */
  async stop(): Promise<number | string> {
    this.#record()
    await this.#shop.stop()
    this.#killed = this.#shop
    return this.#shop.ended
  }

  /** Returns all processes that it ever had and that still run. */
  orphans(): ProcessRow[] {
    return filterRunning(this.#recorded.values())
  }

  #hasEnded(): Promise<boolean> {
    return Promise.race([this.#shop.ended.then(() => true), pause(0, false)])
  }

  #record(): void {
    for (const one of descendants(this.pid)) this.#recorded.set(one.pid, one)
  }

  /** Returns null once the shop and its database respond, else the reason why not. */
  async #whyNotOpen(): Promise<string | null> {
    const end = performance.now() + patienceMs
    while (performance.now() < end) {
      const signal = AbortSignal.timeout(patienceMs)
      const ready = await fetch(`${this.url}/readyz`, { signal }).catch(() => null)
      if (ready?.ok && (await isOpen(this.url))) return null
      if (await this.#hasEnded()) return `it ended: ${this.output}`
      await pause(50)
    }
    return `it was not ready in a minute: ${this.output}`
  }
}
