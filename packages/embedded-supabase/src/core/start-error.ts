/** Why a start is refused. Its message is one clear line for the person who started it and can mend it. */
export class StartError extends Error {
  override name = 'StartError'
}
