import type { TokenBucketOptions } from '../core/token-bucket.ts'

export interface ShareLimits {
  /** Maximum of tasks that run at once. */
  slots: number
  /** Maximum of tasks of staff that may run in addition. */
  staffSlots?: number
  /** Maximum of tasks per address that run at once. A /48 network may run half of `slots`, or `perAddress` if that is more. */
  perAddress: number
  /** Maximum of queued requests per address. A /48 network may queue four times as many. */
  waitingPerAddress: number
  /** Maximum of queued requests in all. */
  waitingInAll: number
  /** Maximum bytes that queued requests hold in memory; undefined for no limit. */
  heldInAll?: number
  /** Maximum milliseconds that a request is queued. */
  timeoutMs: number
  /** The processing time that an address may use; undefined for no limit. */
  allowance?: TokenBucketOptions
}

/** Limits that replace the defaults of a service's queue. */
export type QueueLimits = Partial<Omit<ShareLimits, 'allowance'>>
