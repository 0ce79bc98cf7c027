import { ApiError } from '../backend-client/api.ts'

const longest = 60_000

/** Milliseconds to wait after so many failures before this one: 1 s, 2 s, 4 s, at most a minute. */
export function backOff(failures: number): number {
  return Math.min(longest, 1000 * 2 ** failures)
}

/** The server understood and said no: asking the same again is no use. */
export function isRefusal(cause: unknown): boolean {
  return (
    cause instanceof ApiError &&
    cause.status >= 400 &&
    cause.status < 500 &&
    ![401, 408, 429].includes(cause.status)
  )
}
