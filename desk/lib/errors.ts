/** A refusal by the backend: `code` is PostgREST's, and `detail` has the present state where a conflict was found. */
export class DeskError extends Error {
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null

  constructor(error: { message: string; code: string; details?: string; hint?: string }) {
    super(error.message)
    this.name = 'DeskError'
    this.code = error.code
    this.detail = error.details ?? null
    this.hint = error.hint ?? null
  }
}

/** A newer change was sent instead while this one had no answer. Nothing reports it. */
export class SupersededError extends Error {
  override name = 'SupersededError'
}

/** No answer came: the request may have arrived, and can be sent again. The message is for the screen. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'

  constructor(cause: unknown) {
    super('The shop did not answer. Please try again.', { cause })
  }
}
