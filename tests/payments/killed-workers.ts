import type { SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { type ProductIds, getCatalogueJobs, runCatalogueJobs } from './catalogues.ts'
import type { PaymentWorld } from './world.ts'

type Moment = 'before' | 'after'

/** Counts a worker's calls to the database and to the provider, and makes all of them fail from a given call on. */
interface Lifeline {
  /**
   * Makes a call, unless the worker has been killed. The call at the given step kills the worker, before it is made or
   * after it was answered.
   */
  through: <T>(call: () => Promise<T>) => Promise<T>
  calls: () => number
}

class Killed extends Error {
  override name = 'Killed'
}

function lifeline(step: number, moment: Moment): Lifeline {
  let calls = 0
  return {
    calls: () => calls,
    async through(call) {
      calls += 1
      if (calls > step || (calls === step && moment === 'before')) throw new Killed('by a test')
      const answer = await call()
      if (calls >= step) throw new Killed('by a test')
      return answer
    },
  }
}

/**
 * Returns the number of calls to the database and to the provider that a worker needs to finish all jobs that are due.
 */
export async function countWorkerCalls(world: PaymentWorld, goods: ProductIds): Promise<number> {
  const line = lifeline(Number.POSITIVE_INFINITY, 'before')
  await runCatalogueJobs(world, cutAt(world, line))
  if ((await getCatalogueJobs(world, goods)).some(({ attempts }) => attempts > 0))
    throw new Error('The job was not done')
  return line.calls()
}

/** Runs a worker that is killed at its call number `step`: it makes no further call, as after kill -9. */
export async function runKilledWorker(
  world: PaymentWorld,
  step: number,
  moment: Moment,
): Promise<void> {
  await runCatalogueJobs(world, cutAt(world, lifeline(step, moment)))
}

function cutAt(world: PaymentWorld, line: Lifeline): { client: SupabaseClient; stripe: Stripe } {
  const client = new Proxy(world.client, {
    get: (target, name) =>
      name === 'rpc'
        ? (...args: Parameters<SupabaseClient['rpc']>) =>
            line.through(async () => await target.rpc(...args))
        : Reflect.get(target, name),
  })
  const resources = (['products', 'prices', 'shippingRates'] as const).map((name) => [
    name,
    throughLine(world.stripe[name], line),
  ])
  return { client, stripe: Object.fromEntries(resources) as unknown as Stripe }
}

/**
 * Returns a proxy of one resource of the provider's client, through which each request and each page of a list is a
 * call.
 */
function throughLine(resource: object, line: Lifeline): object {
  return new Proxy(resource, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      if (name !== 'list')
        return (...args: unknown[]) => line.through(() => method.apply(target, args))
      return (...args: unknown[]) => ({
        autoPagingToArray: (limit: object) =>
          line.through(() => method.apply(target, args).autoPagingToArray(limit)),
      })
    },
  })
}
