/** Options for fast-check: the same cases in each run; `FUZZ_RUNS` sets how many. The bench runs more. */
export const fuzz = { seed: 13, numRuns: Number(process.env['FUZZ_RUNS'] ?? 1000) }
