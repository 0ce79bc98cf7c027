import { hashSync, verifySync } from '@node-rs/bcrypt'

export type HashTask = { password: string; cost: number } | { password: string; hash: string }

/** Runs in a thread of its own: makes a hash of a password, or compares it with one. */
export function work(task: HashTask): string | boolean {
  return 'hash' in task ? verifySync(task.password, task.hash) : hashSync(task.password, task.cost)
}
