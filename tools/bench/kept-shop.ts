import { setTimeout as pause } from 'node:timers/promises'
import { spawnShop, type StartingServer } from './children.ts'
import { isOpen } from './npm-start.ts'
import { descendants, findPostmaster, type ProcessRow, signal, stillAlive } from './processes.ts'

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
  readonly #environment: Record<string, string>
  readonly #port: number
  readonly #recorded = new Map<number, ProcessRow>()
  #shop: StartingServer
  /** The one that was told to end. */
  #killed: StartingServer | null = null
  /** The one that was opening when its database was killed. */
  #disturbed: StartingServer | null = null
  #isOpening = true

  constructor(environment: Record<string, string>, port: number) {
    this.#environment = environment
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
    this.#shop = this.#spawn()
  }

  get pid(): number {
    return this.#shop.pid
  }

  /** What it printed since its last start. */
  get output(): string {
    return this.#shop.output()
  }

  /** Notes which processes there are, and kills. Without a database yet, or any more, its keeper is killed. */
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
    else if (await this.hasEnded()) this.deaths += 1
    else return
    this.#shop = this.#spawn()
  }

  /**
   * Waits until it is open, through as many starts as it takes.
   * @throws Error when five starts came to nothing
   */
  async open(): Promise<void> {
    for (let starts = 0; starts < mostStarts; starts++) {
      await this.startAgain()
      const late = pause(patienceMs, 'it did not open in a minute', { ref: false })
      const reason = await Promise.race([
        this.#shop.opened.then(() => this.#isReady(), String),
        late,
      ])
      this.#record()
      if (reason === null) {
        this.#isOpening = false
        return
      }
      // One that had opened and ended since did not fail to start; it counts as it starts again.
      if ((await this.hasEnded()) && (await this.#hasOpened())) continue
      if (this.#shop === this.#disturbed) this.brokenStarts += 1
      else this.failedStarts.push(reason)
      this.kill('process')
    }
    throw new Error(`the shop does not open any more: ${this.failedStarts.at(-1)}`)
  }

  async hasEnded(): Promise<boolean> {
    return Promise.race([this.#shop.ended.then(() => true), pause(0, false)])
  }

  #hasOpened(): Promise<boolean> {
    return this.#shop.opened.then(
      () => true,
      () => false,
    )
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

  #spawn(): StartingServer {
    this.#isOpening = true
    return spawnShop(this.#environment, this.#port)
  }

  #record(): void {
    for (const row of descendants(this.pid)) this.#recorded.set(row.pid, row)
  }

  /** Null once the shop and its database answer. */
  async #isReady(): Promise<string | null> {
    const end = performance.now() + patienceMs
    while (performance.now() < end) {
      const isReady = await fetch(`${this.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady && (await isOpen(this.url))) return null
      if (await this.hasEnded()) return `it ended: ${this.output}`
      await pause(50)
    }
    return `it was not ready in a minute: ${this.output}`
  }
}
