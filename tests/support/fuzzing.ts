const cases = Number(process.env.FUZZ_CASES ?? 1000)

/** How many made-up cases a property is tried with: a thousand, unless the bench asks for more. The same ones each time. */
export const fuzzing = { numRuns: cases, seed: 13 }

/** ms that they may take. */
export const fuzzingTimeout = 120 * cases
