import { createAttemptCounter } from '../../domain/attempts.ts'

/** What this page has counted since it was opened. */
export const attempts = createAttemptCounter()
