// JavaScript, because a thread is started by the address of its file, which is the same here and in the built package.
import { hashSync, verifySync } from '@node-rs/bcrypt'

/** Runs in a thread of its own: hashes a password, or compares it with a hash. */
export function work(task) {
  return 'hash' in task ? verifySync(task.password, task.hash) : hashSync(task.password, task.cost)
}
