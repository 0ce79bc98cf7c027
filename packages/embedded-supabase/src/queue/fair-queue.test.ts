import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairQueue, NoSlotError } from './fair-queue.ts'

const limits = {
  slots: 6,
  perAddress: 2,
  waitingPerAddress: 20,
  waitingInAll: 500,
  timeoutMs: 5000,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Task {
  address: string
  isKnown: boolean
  staffSession: string | null
  number: number
  state: 'waiting' | 'running' | 'done' | NoSlotError['reason']
  finish: () => void
  hangUp: () => void
}

/**
 * Creates a client of a queue whose tasks run until the test finishes them. Lists all tasks in the order of sending, and the
 * started ones.
 */
function crowd(shares: FairQueue) {
  const tasks: Task[] = []
  const started: Task[] = []
  async function run(task: Task, isAborted: () => boolean): Promise<void> {
    const done = Promise.withResolvers<void>()
    task.finish = done.resolve
    try {
      await shares.use(
        {
          address: task.address,
          isAborted,
          isKnown: task.isKnown,
          staffSession: task.staffSession,
        },
        () => {
          task.state = 'running'
          started.push(task)
          return done.promise
        },
      )
      task.state = 'done'
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error
      task.state = error.reason
    }
  }
  return {
    tasks,
    started,
    send: async (
      address: string,
      isKnown = false,
      staffSession: string | null = null,
    ): Promise<Task> => {
      let gone = false
      const hangUp = () => {
        gone = true
      }
      const number = tasks.length
      const task: Task = {
        address,
        isKnown,
        staffSession,
        number,
        state: 'waiting',
        finish: hangUp,
        hangUp,
      }
      tasks.push(task)
      void run(task, () => gone)
      await settle()
      return task
    },
    running: (address?: string) =>
      tasks.filter(
        (task) => task.state === 'running' && (address ?? task.address) === task.address,
      ),
  }
}

/** Runs everything that is only waiting for promises, without advancing the time. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}

async function sendMany(one: ReturnType<typeof crowd>, address: string, count: number) {
  const sent = []
  for (let index = 0; index < count; index++) sent.push(await one.send(address))
  return sent
}

test('waiting requests hold no more bytes together than the limit allows', async () => {
  const shares = new FairQueue({ ...limits, slots: 1, heldInAll: 1000 })
  const first = Promise.withResolvers<void>()
  const ran: number[] = []
  const send = (at: number, bytes: number) =>
    shares.use({ address: `192.0.2.${at}`, bytes }, async () => {
      ran.push(at)
      await first.promise
    })
  const taken = [send(1, 5000), send(2, 600), send(3, 400)]
  await expect(send(4, 600)).rejects.toMatchObject({ reason: 'crowded' })
  first.resolve()
  await Promise.all(taken)
  await send(5, 1000)
  expect(ran).toEqual([1, 2, 3, 5])
})

test(
  'a large queued request of one address makes room for smaller ones of other addresses',
  { tags: ['abuse-31'] },
  async () => {
    const shares = new FairQueue({ ...limits, slots: 1, heldInAll: 1000 })
    const first = Promise.withResolvers<void>()
    const send = (at: number, bytes: number) =>
      shares.use({ address: `192.0.2.${at}`, bytes }, () => first.promise)
    const outcomes = Promise.allSettled([
      send(1, 0),
      send(2, 0),
      send(2, 700),
      send(2, 200),
      ...[3, 4, 5].map((at) => send(at, 100)),
    ])
    // 900 bytes of one address wait; the second small request of others makes it lose its largest one, and no small one.
    first.resolve()
    const reasons = (await outcomes).map((each) =>
      each.status === 'rejected' ? each.reason.reason : 'done',
    )
    expect(reasons).toEqual(['done', 'done', 'crowded', 'done', 'done', 'done', 'done'])
  },
)

test('a small request is queued although many addresses hold as many bytes as they may', async () => {
  const shares = new FairQueue({ ...limits, slots: 1, heldInAll: 1000 })
  const first = Promise.withResolvers<void>()
  const refused: number[] = []
  const send = (at: number, bytes: number) =>
    shares
      .use({ address: `192.0.2.${at}`, bytes }, () => first.promise)
      .catch(() => void refused.push(bytes))
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((at) => send(at, 100))
  all.push(send(12, 10))
  first.resolve()
  await Promise.all(all)
  expect(refused).toEqual([100])
})

test('a request that timed out or was aborted holds no bytes any more', async () => {
  const shares = new FairQueue({ ...limits, slots: 1, heldInAll: 1000 })
  const first = Promise.withResolvers<void>()
  const gone = new Set<number>()
  const send = (at: number) =>
    shares.use(
      { address: `192.0.2.${at}`, bytes: 1000, isAborted: () => gone.has(at) },
      async () => {
        await first.promise
        return at
      },
    )
  const running = send(1)
  const late = send(2).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(limits.timeoutMs)
  expect(await late).toMatchObject({ reason: 'late' })
  const left = send(3).catch((error: unknown) => error)
  await expect(send(4)).rejects.toMatchObject({ reason: 'crowded' })
  gone.add(3)
  const served = send(5)
  expect(await left).toMatchObject({ reason: 'gone' })
  await expect(send(6)).rejects.toMatchObject({ reason: 'crowded' })
  first.resolve()
  expect(await Promise.all([running, served])).toEqual([1, 5])
  expect(await send(7)).toBe(7)
})

test('two requests of one address run, twenty wait, and more are refused', async () => {
  const all = crowd(new FairQueue(limits))
  const states = (await sendMany(all, '192.0.2.1', 23)).map(({ state }) => state)
  expect(states).toEqual([...Array(2).fill('running'), ...Array(20).fill('waiting'), 'crowded'])
})

test('all addresses together get six slots', async () => {
  const all = crowd(new FairQueue(limits))
  for (let last = 1; last <= 8; last++) await sendMany(all, `192.0.2.${last}`, 2)
  expect(all.running()).toHaveLength(6)
})

test(
  'a flood of one address delays another address by one turn',
  { tags: ['abuse-pages'] },
  async () => {
    const all = crowd(new FairQueue({ ...limits, slots: 2 }))
    const [first] = await sendMany(all, '192.0.2.1', 20)
    const late = await all.send('192.0.2.2')
    first?.finish()
    await settle()
    expect(late.state).toBe('running')
  },
)

test('the addresses of an IPv6 /64 count as one address', async () => {
  const all = crowd(new FairQueue(limits))
  for (let last = 1; last <= 9; last++) await all.send(`2001:db8:0:1::${last}`)
  await all.send('2001:db8:0:2::1')
  expect(all.running().map(({ number }) => number)).toEqual([0, 1, 9])
})

test('a request that gets no slot within five seconds is given up', async () => {
  const all = crowd(new FairQueue(limits))
  const [one, , third] = await sendMany(all, '192.0.2.1', 3)
  await vi.advanceTimersByTimeAsync(4999)
  expect(third?.state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(third?.state).toBe('late')
  one?.finish()
  await settle()
  expect((await all.send('192.0.2.1')).state).toBe('running')
})

test('an aborted request loses its turn and frees its place in the queue', async () => {
  const all = crowd(new FairQueue(limits))
  const [first, , third, fourth, ...others] = await sendMany(all, '192.0.2.1', 22)
  third?.hangUp()
  first?.finish()
  await settle()
  expect([third?.state, fourth?.state]).toEqual(['gone', 'running'])
  for (const other of others) other.hangUp()
  await sendMany(all, '192.0.2.1', 20)
  expect(others.map(({ state }) => state)).toEqual(Array(18).fill('gone'))
  expect((await all.send('192.0.2.1')).state).toBe('crowded')
})

test(
  'five hundred requests wait at most, and an aborted one frees a place',
  { tags: ['abuse-32'] },
  async () => {
    const all = crowd(new FairQueue(limits))
    const networks = Array.from(
      { length: 510 },
      (_, network) => `2001:db8:${network.toString(16)}::1`,
    )
    for (const address of networks) await all.send(address)
    const counts = (state: Task['state']) => all.tasks.filter((task) => task.state === state).length
    expect([counts('running'), counts('waiting'), counts('crowded')]).toEqual([6, 500, 4])
    expect((await all.send('192.0.2.1')).state).toBe('crowded')
    for (const task of all.tasks.slice(6, 10)) task.hangUp()
    expect((await sendMany(all, '192.0.2.1', 5)).map(({ state }) => state)).toEqual([
      ...Array(4).fill('waiting'),
      'crowded',
    ])
    all.running()[0]?.finish()
    await settle()
    expect((await all.send('192.0.2.2')).state).toBe('waiting')
  },
)

test('when the queue is full, the latest request of the address with the most makes room for an address with fewer', async () => {
  const all = crowd(new FairQueue({ ...limits, slots: 1, waitingInAll: 20 }))
  const flood = await sendMany(all, '192.0.2.1', 20)
  const other = await sendMany(all, '192.0.2.2', 14)
  const states = (tasks: Task[]) => tasks.map(({ state }) => state)
  expect(states(flood)).toEqual([
    'running',
    ...Array(10).fill('waiting'),
    ...Array(9).fill('crowded'),
  ])
  expect(states(other)).toEqual([...Array(10).fill('waiting'), ...Array(4).fill('crowded')])
  expect((await all.send('192.0.2.3')).state).toBe('waiting')
})

test('when the queue is full of anonymous requests, they make room for known callers until these have half of the places', async () => {
  const all = crowd(new FairQueue({ ...limits, slots: 1, waitingInAll: 20 }))
  for (let one = 1; one <= 21; one += 1) await all.send(`10.0.0.${one}`)
  expect((await all.send('192.0.2.1')).state).toBe('crowded')
  for (let one = 1; one <= 12; one += 1) await all.send(`10.1.0.${one}`, true)
  const states = all.tasks.map(({ state }) => state)
  expect(states.filter((state) => state === 'waiting')).toHaveLength(20)
  const known = all.tasks.filter(({ isKnown }) => isKnown)
  expect(known.map(({ state }) => state)).toEqual([
    ...Array(10).fill('waiting'),
    'crowded',
    'crowded',
  ])
})

test(
  'a flood from many addresses of one IPv6 /48 keeps no account elsewhere from waiting',
  { tags: ['abuse-pages'] },
  async () => {
    const all = crowd(new FairQueue({ ...limits, slots: 8, waitingInAll: 2000 }))
    for (let one = 0; one < 2008; one += 1)
      await all.send(`2001:db8:77:${one.toString(16)}::1`, true)
    expect((await all.send('203.0.113.1', true)).state).not.toBe('crowded')
    expect((await all.send('203.0.113.2')).state).not.toBe('crowded')
  },
)

test('the addresses of an IPv6 /48 take turns as one and leave half of the slots to others', async () => {
  const all = crowd(new FairQueue({ ...limits, slots: 4 }))
  for (let one = 1; one <= 20; one += 1) await all.send(`2001:db8:77:${one}::1`)
  expect(all.running()).toHaveLength(2)
  const others = [
    await all.send('192.0.2.1'),
    await all.send('192.0.2.2'),
    await all.send('192.0.2.3'),
    await all.send('2001:db8:78::1'),
  ]
  expect(others.map(({ state }) => state)).toEqual(['running', 'running', 'waiting', 'waiting'])
  const [flooder, other] = all.running()
  for (const task of [flooder, other, others[0]]) {
    task?.finish()
    await settle()
  }
  expect(others.slice(1).map(({ state }) => state)).toEqual(Array(3).fill('running'))
})

test('an IPv6 /48 has four times as many waiting requests as one address, and so have its known callers', async () => {
  const all = crowd(new FairQueue({ ...limits, slots: 1 }))
  for (let one = 0; one <= 81; one += 1) await all.send(`2001:db8:77:${one.toString(16)}::1`)
  expect(all.tasks.map(({ state }) => state)).toEqual([
    'running',
    ...Array(80).fill('waiting'),
    'crowded',
  ])
  for (let one = 0; one <= 80; one += 1) await all.send(`2001:db8:77:${one.toString(16)}::1`, true)
  expect(all.tasks.slice(82).map(({ state }) => state)).toEqual([
    ...Array(80).fill('waiting'),
    'crowded',
  ])
})

test(
  'staff get a place and the next slot when a thousand networks with accounts fill the queue',
  { tags: ['abuse-pages'] },
  async () => {
    const all = crowd(new FairQueue({ ...limits, slots: 2, waitingInAll: 1000 }))
    for (let one = 0; one < 1010; one += 1) await all.send(`10.0.${one >> 8}.${one & 255}`, true)
    expect((await all.send('203.0.113.1', true)).state).toBe('crowded')
    const staff = await all.send('10.0.0.9', true, 'one')
    expect(staff.state).toBe('waiting')
    all.running()[0]?.finish()
    await settle()
    expect(staff.state).toBe('running')
  },
)

test('slots reserved for staff are given to nobody else', async () => {
  const all = crowd(new FairQueue({ ...limits, slots: 2, staffSlots: 1 }))
  for (let one = 1; one <= 3; one += 1) await all.send(`192.0.2.${one}`, true)
  const staff = await all.send('192.0.2.1', true, 'one')
  expect(all.tasks.map(({ state }) => state)).toEqual(['running', 'running', 'waiting', 'running'])
  staff.finish()
  await settle()
  expect(all.tasks[2]?.state).toBe('waiting')
})

test('a staff member does not share the limit of an address with its other users', async () => {
  const all = crowd(new FairQueue({ ...limits, slots: 6 }))
  expect((await sendMany(all, '192.0.2.1', 23)).at(-1)?.state).toBe('crowded')
  expect((await all.send('192.0.2.1', true, 'one')).state).toBe('running')
})

test('a request that fails releases its slot', async () => {
  const shares = new FairQueue({ ...limits, slots: 1 })
  const failing = shares.use({ address: '192.0.2.1' }, () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await shares.use({ address: '192.0.2.1' }, async () => 'well')).toBe('well')
})

test(
  'the queue keeps its limits, starves no address and serves each in order',
  { tags: ['abuse-32'] },
  async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ send: fc.integer({ min: 1, max: 6 }) }) },
      { weight: 2, arbitrary: fc.record({ finish: fc.nat(10) }) },
      { weight: 1, arbitrary: fc.record({ hangUp: fc.nat(50) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const all = crowd(new FairQueue({ ...limits, slots: 3, waitingPerAddress: 5 }))
        for (const each of steps) {
          if ('send' in each) await all.send(`192.0.2.${each.send}`)
          else if ('hangUp' in each) all.tasks[each.hangUp]?.hangUp()
          else all.running()[each.finish % Math.max(1, all.running().length)]?.finish()
          await settle()
          expectWithinLimits(all)
        }
        for (let turns = 0; all.running().length > 0; turns++) {
          expect(turns).toBeLessThanOrEqual(all.tasks.length)
          all.running()[0]?.finish()
          await settle()
          expectWithinLimits(all)
        }
        expect(all.tasks.filter(({ state }) => state === 'waiting')).toEqual([])
        for (const { address } of all.tasks) {
          const numbers = all.started.filter((task) => task.address === address)
          expect(numbers).toEqual(numbers.toSorted((one, other) => one.number - other.number))
        }
      }),
      { numRuns: 300 },
    )
  },
)

test(
  'an address that waits without a slot sees each other address served at most once',
  { tags: ['abuse-32'] },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 60 }),
        fc.infiniteStream(fc.nat(1)),
        async (senders, choices) => {
          const all = crowd(new FairQueue({ ...limits, slots: 2 }))
          for (const last of senders) await all.send(`192.0.2.${last}`)
          const waits = (address: string) =>
            all.running(address).length === 0 &&
            all.tasks.some((task) => task.address === address && task.state === 'waiting')
          const hungry = new Map<string, string[]>()
          while (all.running().length > 0) {
            const before = all.started.length
            const choice = (choices.next().value ?? 0) % all.running().length
            all.running()[choice]?.finish()
            await settle()
            const served = all.started.slice(before).map(({ address }) => address)
            for (const address of new Set(all.tasks.map((task) => task.address)))
              hungry.set(address, waits(address) ? [...(hungry.get(address) ?? []), ...served] : [])
            for (const others of hungry.values()) expect(new Set(others).size).toBe(others.length)
          }
        },
      ),
      { numRuns: 200 },
    )
  },
)

const allowance = { free: 0, full: 2000, rate: 0.25, longestPause: 4000 }

/** Sends tasks of the given durations in milliseconds, and charges their full duration. */
function busy(shares: FairQueue, address: string, account?: string) {
  const log: { began: number; lasted: number }[] = []
  async function send(lasted: number): Promise<void> {
    await shares.use({ address, account, isKnown: account !== undefined }, async (charge) => {
      log.push({ began: performance.now(), lasted })
      await new Promise((resolve) => setTimeout(resolve, lasted))
      charge(lasted)
    })
  }
  return { log, send: (lasted: number) => void send(lasted).catch(() => undefined) }
}

test(
  'an address that always asks for more gets a quarter of one slot in the long run',
  { tags: ['abuse-32'] },
  async () => {
    const { log, send } = busy(new FairQueue({ ...limits, allowance }), '192.0.2.1')
    const end = performance.now() + 120_000
    while (performance.now() < end) {
      send(400)
      await vi.advanceTimersByTimeAsync(50)
    }
    const taken = log.reduce((sum, { lasted }) => sum + lasted, 0)
    expect(taken).toBeGreaterThanOrEqual(0.25 * 120_000)
    expect(taken).toBeLessThanOrEqual(0.25 * 120_000 + 2000 + 400)
  },
)

test('an address that has used half of its allowance gets one slot, and one in debt waits until it has recovered', async () => {
  const shares = new FairQueue({ ...limits, allowance })
  const { log, send } = busy(shares, '192.0.2.1')
  const start = performance.now()
  for (const lasted of [1100, 1200, 500, 1]) send(lasted)
  await vi.advanceTimersByTimeAsync(2500)
  expect(log.map(({ began }) => began - start)).toEqual([0, 0, 2300])
})

test('an address in debt waits at most four seconds for its next turn', async () => {
  const { log, send } = busy(new FairQueue({ ...limits, allowance }), '192.0.2.1')
  const start = performance.now()
  send(20_000)
  await vi.advanceTimersByTimeAsync(20_000)
  send(1)
  await vi.advanceTimersByTimeAsync(4000)
  expect(log.map(({ began }) => began - start)).toEqual([0, 24_000])
})

test('requests below the free time are not charged', async () => {
  const shares = new FairQueue({ ...limits, allowance: { ...allowance, free: 5 } })
  const { log, send } = busy(shares, '192.0.2.1')
  for (let sent = 0; sent < 2000; sent += 1) {
    send(5)
    await vi.advanceTimersByTimeAsync(5)
  }
  expect(log).toHaveLength(2000)
})

test('an address without allowance delays no other address', async () => {
  const shares = new FairQueue({ ...limits, slots: 2, allowance })
  const greedy = busy(shares, '192.0.2.1')
  for (let index = 0; index < 10; index += 1) greedy.send(2500)
  await vi.advanceTimersByTimeAsync(2500)
  const modest = busy(shares, '192.0.2.2')
  modest.send(1)
  expect([greedy.log.length, modest.log.length]).toEqual([2, 1])
})

test('an account that has used up its allowance in one network keeps it in another', async () => {
  const shares = new FairQueue({ ...limits, allowance })
  const [thief, owner] = [
    busy(shares, '192.0.2.1', 'marsha'),
    busy(shares, '198.51.100.1', 'marsha'),
  ]
  for (let index = 0; index < 10; index += 1) thief.send(2500)
  await vi.advanceTimersByTimeAsync(2500)
  owner.send(1)
  owner.send(1)
  await vi.advanceTimersByTimeAsync(0)
  expect([thief.log.length, owner.log.length]).toEqual([2, 2])
})

test('a paused address is served in the order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ lasted: fc.integer({ min: 1, max: 3000 }), gap: fc.nat(3000) }), {
        maxLength: 30,
      }),
      async (pieces) => {
        const shares = new FairQueue({ ...limits, timeoutMs: 1_000_000, allowance })
        const started: number[] = []
        for (const [number, { lasted, gap }] of pieces.entries()) {
          void shares
            .use({ address: '192.0.2.1' }, async (charge) => {
              started.push(number)
              await new Promise((resolve) => setTimeout(resolve, lasted))
              charge(lasted)
            })
            .catch(() => undefined)
          await vi.advanceTimersByTimeAsync(gap)
        }
        await vi.advanceTimersByTimeAsync(1_000_000)
        expect(started).toEqual(started.toSorted((one, other) => one - other))
        expect(started.length).toBeGreaterThanOrEqual(Math.min(pieces.length, 22))
      },
    ),
    { numRuns: 100 },
  )
})

function expectWithinLimits(all: ReturnType<typeof crowd>): void {
  expect(all.running().length).toBeLessThanOrEqual(3)
  for (const { address } of all.running())
    expect(all.running(address).length).toBeLessThanOrEqual(2)
}
