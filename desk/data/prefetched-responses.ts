declare global {
  interface Window {
    /** What the page has asked before its code came (index.html), and as whom. */
    early?: { authorization: string; answers: Record<string, Promise<Response>> }
  }
}

/** ms since the page was opened: later, what it asked ahead may have changed. */
const goodFor = 10_000

/** Asks, unless the page has just asked the same as the same person before its code came: such an answer is good once. */
export const fetchOnce: typeof fetch = (input, init) => {
  const url = String(input)
  const asked = window.early?.answers[url]
  if (window.early === undefined || asked === undefined) return fetch(input, init)
  delete window.early.answers[url]
  const isTheirs = new Headers(init?.headers).get('authorization') === window.early.authorization
  if (!isTheirs || performance.now() > goodFor) return fetch(input, init)
  // The line may have come back since.
  return asked.catch(() => fetch(input, init))
}
