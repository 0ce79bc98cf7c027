/** For fast-check: the same cases each time, and as many as whoever runs the tests asks for; the bench asks for more. */
export const fuzz = { seed: 13, numRuns: Number(process.env['FUZZ_RUNS'] ?? 1000) }
