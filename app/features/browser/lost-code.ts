declare global {
  interface Window {
    /** Called when the page's first module has run. It is not there in a document without the script in the head. */
    announceUnlessAlive?: () => void
  }
}

const isOwnCode = (file: string) => /\/assets\/[^?]*\.(?:js|css)$|\.data(?:\?|$)/.test(file)

/**
 * A page whose code does not come can be read, but its buttons do nothing: it says so, once. For the modules that import
 * from it, a file that came empty is a SyntaxError; where all came empty, there is no error at all.
 */
export function reportMissingChunk(): void {
  const announce = (event: Event) => {
    const isAlive = window.earlyPress === undefined
    const isLost =
      event.target instanceof HTMLScriptElement ||
      (event instanceof ErrorEvent && event.error instanceof SyntaxError)
    if (!isAlive && isLost) addOnce()
  }
  const addOnce = () => {
    removeEventListener('error', announce, true)
    if (!document.getElementById('lost-code')) addMissingChunkNote()
  }
  addEventListener('error', announce, true)
  window.announceUnlessAlive = () => {
    if (window.earlyPress && !window.earlyPress.isCollected) addOnce()
  }
  addEventListener('load', () => void renewEmptyStyles())
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('a[href=""]')) return
    event.preventDefault()
    void reloadPage()
  })
}

export function addMissingChunkNote(): void {
  const note = document.createElement('p')
  note.id = 'lost-code'
  note.className = 'wrap'
  note.setAttribute('role', 'alert')
  // Clear of the header's edge.
  note.style.paddingBlock = '2.5rem 1rem'
  note.innerHTML =
    'Some of this page didn’t load, so its buttons don’t work yet. <a href="">Load it again</a>'
  document.getElementById('main')?.prepend(note)
}

/**
 * Fetches the page's scripts, style sheets and data past the browser's cache, which keeps what a Wi-Fi's sign-in page or
 * a proxy has answered in their place. It ends after 10 s at the latest.
 */
export async function renewFiles(): Promise<void> {
  const links = [...document.querySelectorAll('link')].map(({ href }) => href)
  const requested = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...links, ...requested].map((file) => file.split('#')[0] ?? '')
  const own = files.filter((file) => file.startsWith(`${location.origin}/`) && isOwnCode(file))
  const renew = async (file: string) => (await fetch(file, { cache: 'reload' })).arrayBuffer()
  const renewed = Promise.allSettled([...new Set(own)].map(renew))
  await Promise.race([renewed, new Promise((resolve) => setTimeout(resolve, 10_000))])
}

export async function reloadPage(): Promise<void> {
  await renewFiles().catch(reportError)
  location.reload()
}

/** No style sheet of the shop is empty. */
async function renewEmptyStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const empty = [...links].filter(({ sheet }) => !sheet?.cssRules.length)
  if (empty.length === 0) return
  await renewFiles()
  // oxlint-disable-next-line no-self-assign -- The browser loads it again.
  for (const link of empty) link.href = link.href
}
