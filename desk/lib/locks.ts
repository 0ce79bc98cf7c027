/** Returns whether locks can be used: they are missing without https, and browsers that block storage refuse them. */
export async function canUseLocks(): Promise<boolean> {
  try {
    await navigator.locks.query()
    return true
  } catch {
    return false
  }
}
