/** An error that the backend returned. `code` is PostgREST's, and `detail` has the present state when there was a conflict. */
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

/** Thrown for a change that got no answer and was replaced by a newer one. It is not shown. */
export class SupersededError extends Error {
  override name = 'SupersededError'
}

/** Thrown when no answer came: the request may have arrived, and can be sent again. The message is for the screen. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'

  constructor(cause: unknown) {
    super('The shop did not answer. Please try again.', { cause })
  }
}
