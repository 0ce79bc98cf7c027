declare global {
  interface Window {
    /** Called by Vite's helper, which loads the style sheets of later code (`vite-plugins.ts`). */
    isCompleteSheet: typeof isCompleteSheet
    renewFiles: typeof renewFiles
    reloadOnce?: (note: Element) => Promise<void>
  }
}

/**
 * Repairs what a Wi-Fi's sign-in page or a proxy has answered in place of the page's files: style sheets when the page has
 * loaded, everything when a link with an empty address is followed. Runs in the head, of the storefront and of the desk.
 * @param end matches the text of a whole page
 */
export function repairFiles(end: RegExp): void {
  let isUsed = false
  const noteUse = () => {
    isUsed = true
  }
  for (const event of ['click', 'input']) addEventListener(event, noteUse, true)
  const reloadOnce = async (note: Element) => {
    const [navigation] = performance.getEntriesByType('navigation')
    // A browser that does not say how it came here might reload without end.
    if (!navigation || (navigation as PerformanceNavigationTiming).type === 'reload') return
    if (!end.test(await renew(location.href))) return
    await renewFiles()
    if (!isUsed && note.isConnected) location.reload()
  }
  addEventListener('load', () => void renewStyles())
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('a[href=""]')) return
    event.preventDefault()
    void reloadPage()
  })
  Object.assign(window, { isCompleteSheet, renewFiles, reloadPage })
  // Never more than once, and only while nobody has begun to use the page and the note that something is lost is there.
  window.reloadOnce = (note) => reloadOnce(note).catch(reportError)
}

const isOwnCode = (file: string) =>
  file.startsWith(`${location.origin}/`) &&
  /\/assets\/[^?]*\.(?:js|css)(?:#|$)|\.data(?:\?|$)/.test(file)

const renew = async (file: string) => (await fetch(file, { cache: 'reload' })).text()

/** Fetches the page's scripts, style sheets and data past the browser's cache. It ends after 10 s at the latest. */
async function renewFiles(): Promise<void> {
  const links = [...document.querySelectorAll('link')].map(({ href }) => href)
  const requested = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...links, ...requested].filter(isOwnCode).map((file) => file.split('#')[0] ?? '')
  const renewed = Promise.allSettled([...new Set(files)].map(renew))
  await Promise.race([renewed, new Promise((resolve) => setTimeout(resolve, 10_000))])
}

async function reloadPage(): Promise<void> {
  // A cut page would be validated as unchanged.
  await Promise.all([renewFiles(), renew(location.href)]).catch(reportError)
  location.reload()
}

/** Returns false for a sheet that came empty, cut or not at all: the build ends each one with this rule (`vite-plugins.ts`). */
function isCompleteSheet(sheet: CSSStyleSheet | null): boolean {
  return [...(sheet?.cssRules ?? [])].pop()?.cssText.startsWith('#end') === true
}

async function renewStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const broken = [...links].filter(({ href, sheet }) => isOwnCode(href) && !isCompleteSheet(sheet))
  if (broken.length === 0) return
  await renewFiles()
  // oxlint-disable-next-line no-self-assign -- The browser loads it again.
  for (const link of broken) link.href = link.href
}
