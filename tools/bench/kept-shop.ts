import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/running-shop.ts'
import { descendants, findPostmaster, type ProcessRow, signal, stillAlive } from './processes.ts'
import { isOpen, type Server, spawnShop } from './servers.ts'

export type Victim = 'process' | 'database' | 'both'

const patienceMs = 60_000
const mostStarts = 5

/** A shop on one port and folder, with a database of its own, that is killed and started again. */
export class KeptShop {
  readonly url: string
  /** Why starts came to nothing. */
  readonly failedStarts: string[] = []
  /** Starts that came to nothing because the database was killed under them. */
  brokenStarts = 0
  /** How often it ended although nobody had killed it. */
  deaths = 0
  readonly #spawn: () => Server
  readonly #recorded = new Map<number, ProcessRow>()
  #shop: Server
  /** The one that was told to end. */
  #killed: Server | null = null
  /** The one that was opening when its database was killed. */
  #disturbed: Server | null = null
  #isOpening = true

  constructor(environment: Record<string, string>, port: number) {
    this.#spawn = () => spawnShop(environment, port)
    this.#shop = this.#spawn()
    this.url = this.#shop.url
  }

  /** Runs the work beside one that is open, and stops it. */
  static async with<T>(
    environment: Record<string, string>,
    work: (shop: KeptShop) => Promise<T>,
  ): Promise<T> {
    const shop = new KeptShop({ TRUSTED_PROXIES: 'loopback', ...environment }, await freePort())
    try {
      await shop.open()
      return await work(shop)
    } finally {
      await shop.stop()
    }
  }

  get pid(): number {
    return this.#shop.pid
  }

  /** What it printed since its last start. */
  get output(): string {
    return this.#shop.output()
  }

  /** Notes which processes there are, and kills. Without a database yet, or any more, the process is killed. */
  kill(victim: Victim): void {
    this.#record()
    const postmaster = findPostmaster(this.pid)
    if (victim !== 'process' && postmaster !== null) signal(postmaster.pid, 'SIGKILL')
    if (victim === 'database' && postmaster !== null) {
      if (this.#isOpening) this.#disturbed = this.#shop
      return
    }
    this.#killed = this.#shop
    signal(this.pid, 'SIGKILL')
  }

  /** Begins another start if it has ended. */
  async startAgain(): Promise<void> {
    if (this.#shop === this.#killed) await this.#shop.ended
    else if (await this.#hasEnded()) this.deaths += 1
    else return
    this.#isOpening = true
    this.#shop = this.#spawn()
  }

  /**
   * Waits until it is open, through as many starts as it takes.
   * @throws Error when five starts came to nothing
   */
  async open(): Promise<void> {
    for (let starts = 0; starts < mostStarts; starts++) {
      await this.startAgain()
      const reason = await this.#whyNotOpen()
      this.#record()
      if (reason === null) {
        this.#isOpening = false
        return
      }
      // One that had opened and ended since did not fail to start; it counts as it starts again.
      const hasOpened = this.#shop.opened.then(
        () => true,
        () => false,
      )
      if ((await this.#hasEnded()) && (await hasOpened)) continue
      if (this.#shop === this.#disturbed) this.brokenStarts += 1
      else this.failedStarts.push(reason)
      this.kill('process')
    }
    throw new Error(`the shop does not open any more: ${this.failedStarts.at(-1)}`)
  }

  /** Ends it in good order; gives its exit code. */
  async stop(): Promise<number | string> {
    this.#record()
    await this.#shop.stop()
    this.#killed = this.#shop
    return this.#shop.ended
  }

  /** Those of all processes that it ever had that are still there. */
  orphans(): ProcessRow[] {
    return stillAlive(this.#recorded.values())
  }

  #hasEnded(): Promise<boolean> {
    return Promise.race([this.#shop.ended.then(() => true), pause(0, false)])
  }

  #record(): void {
    for (const one of descendants(this.pid)) this.#recorded.set(one.pid, one)
  }

  /** Null once the shop and its database answer. */
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
