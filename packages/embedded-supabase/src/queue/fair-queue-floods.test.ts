import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Asker, toAsker } from './asker.ts'
import { FairQueue, NoSlotError } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { slots: 1, perAddress: 1, waitingPerAddress: 20, waitingInAll: 60, timeoutMs: 5000 }
const guest = (at: number): Asker => ({ address: `192.0.${at >> 8}.${at & 255}` })
const user = (account: string, at: number): Asker => ({
  address: `10.0.${at >> 8}.${at & 255}`,
  account,
  isKnown: true,
})

interface Sent {
  asker: Asker
  state: 'waiting' | 'running' | 'done' | NoSlotError['reason']
  finish: () => void
}

/** Creates a client of a queue whose tasks run until the test finishes them. Lists all tasks, and the started ones. */
function createClient(queue: FairQueue) {
  const sent: Sent[] = []
  const started: Sent[] = []
  function send(asker: Asker): Sent {
    const work = Promise.withResolvers<void>()
    const task: Sent = { asker, state: 'waiting', finish: work.resolve }
    sent.push(task)
    void queue
      .use(asker, () => {
        task.state = 'running'
        started.push(task)
        return work.promise
      })
      .then(
        () => (task.state = 'done'),
        (error: unknown) => {
          if (!(error instanceof NoSlotError)) throw error
          task.state = error.reason
        },
      )
    return task
  }
  const getCount = (state: Sent['state'], isKnown?: boolean) =>
    sent.filter(
      (task) =>
        task.state === state &&
        (isKnown === undefined || (task.asker.isKnown === true) === isKnown),
    ).length
  /** Finishes running tasks one after the other until none is left. */
  async function finishAll(): Promise<void> {
    for (let task = started[0], at = 0; task !== undefined; task = started[(at += 1)]) {
      task.finish()
      await settle()
    }
  }
  return { sent, started, send, getCount, finishAll }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

/** Sends requests of all askers again and again, `open` at a time of each, and asks again after a refusal as browsers do. */
function flood(queue: FairQueue, askers: Asker[], open: number) {
  let isOver = false
  async function repeat(asker: Asker): Promise<void> {
    while (!isOver) await queue.use(asker, () => sleep(4)).catch(() => sleep(2000))
  }
  for (const asker of askers) for (let at = 0; at < open; at += 1) void repeat(asker)
  return { end: () => (isOver = true) }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const count = (length: number) => Array.from({ length }, (_, at) => at)

test.for([
  { name: 'strangers', toAsker: (at: number) => guest(256 + at) },
  { name: 'one account in all of them', toAsker: (at: number) => user('mallory', at) },
  { name: 'an account in each of them', toAsker: (at: number) => user(`mallory+${at}`, at) },
])(
  'people sign in while two hundred networks flood with $name',
  { tags: ['abuse-pages'] },
  async ({ toAsker }) => {
    const queue = new FairQueue({ ...limits, slots: 5, perAddress: 2, waitingInAll: 300 })
    const attack = flood(queue, count(200).map(toAsker), 2)
    await vi.advanceTimersByTimeAsync(100)
    const signIns = count(60).map(async (at) => {
      await sleep(at * 10)
      return queue.use(guest(at), async () => 'served').catch((error: unknown) => error)
    })
    await vi.advanceTimersByTimeAsync(800)
    attack.end()
    await vi.advanceTimersByTimeAsync(8000)
    expect(await Promise.all(signIns)).toEqual(Array(60).fill('served'))
  },
)

test(
  'a thousand accounts leave half of the places and every second turn to strangers, and staff come first',
  { tags: ['abuse-pages'] },
  async () => {
    const { send, getCount, started, finishAll } = createClient(
      new FairQueue({ ...limits, waitingInAll: 61 }),
    )
    for (const at of count(1000)) send(user(`mallory+${at}`, at))
    await settle()
    expect([getCount('running'), getCount('waiting')]).toEqual([1, 61])
    const staff = send({ ...user('marsha', 0), staffSession: 'one' })
    const guests = count(30).map((at) => send(guest(at)))
    const refused = send(guest(30))
    await settle()
    expect([refused.state, getCount('waiting', false)]).toEqual(['crowded', 30])
    await finishAll()
    expect(started.indexOf(staff)).toBe(1)
    expect(guests.map((task) => started.indexOf(task))).toEqual(guests.map((_, at) => 2 + 2 * at))
  },
)

test(
  'a thousand strangers leave half of the places and every second turn to accounts',
  { tags: ['abuse-pages'] },
  async () => {
    const { send, getCount, started, finishAll } = createClient(new FairQueue(limits))
    for (const at of count(1000)) send(guest(at))
    const users = count(30).map((at) => send(user(`user ${at}`, at)))
    const refused = send(user('another', 30))
    await settle()
    expect([refused.state, getCount('waiting', true)]).toEqual(['crowded', 30])
    await finishAll()
    expect(users.map((task) => started.indexOf(task))).toEqual(users.map((_, at) => 1 + 2 * at))
  },
)

test(
  'one account of staff leaves half of the slots to others, however many sessions it has',
  { tags: ['abuse-pages'] },
  async () => {
    const { send, getCount } = createClient(new FairQueue({ ...limits, slots: 4, staffSlots: 2 }))
    for (const at of count(40)) send({ ...user('packer', at), staffSession: `session ${at % 6}` })
    const visitors = [send(guest(1)), send(user('shopper', 1))]
    const owner = send({ ...user('owner', 2), staffSession: 'another' })
    await settle()
    expect([...visitors, owner].map(({ state }) => state)).toEqual(Array(3).fill('running'))
    expect(getCount('running')).toBe(5)
  },
)

test(
  'a thief with the password takes no place of a session with two factors behind the same address',
  { tags: ['abuse-pages'] },
  async () => {
    const { send, started, finishAll } = createClient(new FairQueue(limits))
    const wire = { clientAddress: '192.0.2.1' }
    const role = 'authenticated'
    const atLevel = (aal: string) =>
      toAsker({}, wire, { role, claims: { role, sub: 'owner', aal } })
    const thief = count(22).map(() => send(atLevel('aal1')))
    const owner = send(atLevel('aal2'))
    await settle()
    expect([thief.at(-1)?.state, owner.state]).toEqual(['crowded', 'waiting'])
    await finishAll()
    expect(started.indexOf(owner)).toBe(2)
  },
)

test(
  'an account delays another account by four turns at most, however many networks it comes from',
  { tags: ['abuse-pages'] },
  async () => {
    const { send, started, finishAll } = createClient(new FairQueue(limits))
    for (let at = 0; at < 50; at += 1) send(user('mallory', at))
    const tasks = count(5).map(() => send(user('marsha', 100)))
    await finishAll()
    const turns = tasks.map((task) => started.indexOf(task))
    for (const [at, turn] of turns.entries())
      expect(turn - (turns[at - 1] ?? 0)).toBeLessThanOrEqual(2 * 5)
  },
)

test.for([3, 100])(
  'somebody who uses an account in %i other networks uses up no place of its owner at home',
  { tags: ['abuse-pages'] },
  async (networks) => {
    const { send, started, finishAll } = createClient(
      new FairQueue({ ...limits, waitingInAll: 10_000 }),
    )
    for (let at = 0; at < networks; at += 1)
      for (let copy = 0; copy < 20; copy += 1) send(user('marsha', at))
    const home = user('marsha', 2000)
    for (let copy = 0; copy < 25; copy += 1) send({ address: home.address })
    const tasks = count(20).map(() => send(home))
    await settle()
    expect(tasks.map(({ state }) => state)).toEqual(Array(20).fill('waiting'))
    await finishAll()
    // Each network and the strangers at home have their turn before, and the other class has one after each.
    const turn = started.findIndex(({ asker }) => asker === home)
    expect(turn).toBeLessThanOrEqual(4 * (networks + 1))
  },
)

test(
  'neither class of callers can take the slots and places of the other',
  { tags: ['abuse-pages'] },
  async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ account: fc.nat(9), network: fc.nat(3) }) },
      { weight: 3, arbitrary: fc.record({ stranger: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ finish: fc.nat(10) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const few = { slots: 3, perAddress: 3, waitingPerAddress: 5, waitingInAll: 10 }
        const queue = new FairQueue({ ...few, timeoutMs: 5000 })
        const { sent, started, send, getCount, finishAll } = createClient(queue)
        const classes = [true, false]
        const unfair: boolean[] = []
        const finish = (at: number) =>
          started.filter(({ state }) => state === 'running')[at]?.finish()
        for (const each of steps) {
          const running = classes.map((isKnown) => getCount('running', isKnown))
          const refused = classes.map((isKnown) => getCount('crowded', isKnown))
          const begun = started.length
          if ('finish' in each) finish(each.finish)
          else if ('stranger' in each) send(guest(each.stranger))
          else send(user(`user ${each.account}`, each.network))
          await settle()
          const isOwnFull = sent.filter((task) => isWaitingFor(task, sent.at(-1))).length >= 5
          const displaced = classes.filter(
            (isKnown, at) => getCount('crowded', isKnown) > (refused[at] ?? 0) && !isOwnFull,
          )
          unfair.push(...displaced.filter((isKnown) => getCount('waiting', isKnown) < 5))
          const next = 'finish' in each ? started[begun] : undefined
          const isKnown = next?.asker.isKnown === true
          // The finished task still counts here, so the class that is served may have one more.
          const [own = 0, other = 0] = isKnown ? running : running.toReversed()
          if (next !== undefined && getCount('waiting', !isKnown) > 0 && own > other + 1)
            unfair.push(isKnown)
        }
        expect(unfair).toEqual([])
        await finishAll()
        expect(getCount('waiting')).toBe(0)
      }),
      { numRuns: 200 },
    )
  },
)

function isWaitingFor({ asker, state }: Sent, other: Sent | undefined): boolean {
  const isSame = asker.address === other?.asker.address && asker.account === other.asker.account
  return isSame && state === 'waiting'
}
