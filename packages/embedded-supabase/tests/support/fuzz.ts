/** Options for fast-check. The seed gives the same cases in each run; FUZZ_RUNS sets their number, by default 1,000. */
export const fuzzOptions = { seed: 13, numRuns: Number(process.env['FUZZ_RUNS'] ?? 1000) }
