/** An error that prevents a start. Its message is one clear line for the person who can fix the problem. */
export class StartError extends Error {
  override name = 'StartError'
}
