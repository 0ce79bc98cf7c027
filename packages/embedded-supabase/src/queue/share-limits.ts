import type { TokenBucketOptions } from '../core/token-bucket.ts'

export interface ShareLimits {
  /** The number of tasks that run at once. */
  slots: number
  /** The number of tasks that staff may run in addition. */
  staffSlots?: number
  /** The number of tasks that an address may run at once; a /48 may run half of all, or as many as an address if that is more. */
  perAddress: number
  /** The maximum queued per address; a /48 may queue four times as many. */
  waitingPerAddress: number
  /** The maximum queued in all. */
  waitingInAll: number
  /** The maximum of bytes that queued requests hold; they are not counted when it is undefined. */
  heldInAll?: number
  /** ms that each of them waits at most. */
  timeoutMs: number
  /** An address may be charged so much time; it is not counted without one. */
  allowance?: TokenBucketOptions
}

/** Limits of a service's queue that differ from its own. */
export type QueueLimits = Partial<Omit<ShareLimits, 'allowance'>>
