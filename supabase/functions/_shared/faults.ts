import { refuse } from './answers.ts'
import { NotFormError, NotJsonError, TooLargeError } from './body.ts'

type Handler = (request: Request) => Promise<Response>

interface FaultAnswers {
  /** What is said of a body that is larger than it may be, and of one that is not JSON. */
  tooLarge?: string
  notJson?: string
  /** Notes any other fault and answers it. */
  failed: (error: unknown, request: Request) => Response
}

/** A handler that answers whatever is thrown in it: 413 and 400 for a body that cannot be read, `failed` for the rest. */
export function catching(
  handle: Handler,
  { tooLarge = 'The body is too large', notJson = 'Send JSON', failed }: FaultAnswers,
): Handler {
  return async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof TooLargeError) return refuse(413, 'too_large', tooLarge)
      if (error instanceof NotJsonError) return refuse(400, 'invalid_request', notJson)
      if (error instanceof NotFormError) return refuse(400, 'invalid_request', 'Send a form')
      return failed(error, request)
    }
  }
}

/** What of a fault stands in a log: never a request with its keys. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
