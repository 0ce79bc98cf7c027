/** Does all jobs, as many at once as `width` says. */
export async function inTurns(jobs: (() => Promise<void>)[], width: number): Promise<void> {
  const waiting = [...jobs]
  const work = async (): Promise<void> => {
    const job = waiting.shift()
    if (job === undefined) return
    await job()
    await work()
  }
  await Promise.all(Array.from({ length: width }, work))
}
