import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type CrowdPlan, startCrowd } from './crowd.ts'

/** What the crowd is told. */
export interface MixedJob {
  plan: CrowdPlan
  /** So long journeys begin. */
  ms: number
}

/** The process of a crowd: its work holds up nobody else’s clock. It reads a MixedJob and prints a CrowdOutcome, as JSON. */
const job: MixedJob = JSON.parse(await text(process.stdin))
const crowd = await startCrowd(job.plan)
await pause(job.ms)
process.stdout.write(JSON.stringify(await crowd.end()))
