declare global {
  interface Window {
    /** Called by Vite's preload helper for style sheets of dynamic imports (`vite-plugins.ts`). */
    isCompleteSheet: typeof isCompleteSheet
    renewFiles: typeof renewFiles
    reloadOnce?: (note: Element) => Promise<void>
  }
}

/**
 * Replaces files of the page for which the sign-in page of a Wi-Fi or a proxy has served something else: broken style sheets when
 * the page has loaded, all files when the visitor follows a link with an empty `href`. Runs in the head of the storefront and of
 * the desk.
 * @param end matches the text of a complete page
 */
export function reloadBrokenFiles(end: RegExp): void {
  let isUsed = false
  const markUsed = () => {
    isUsed = true
  }
  for (const event of ['click', 'input']) addEventListener(event, markUsed, true)
  const reloadOnce = async (note: Element) => {
    const [navigation] = performance.getEntriesByType('navigation')
    // Without the type of the navigation, a page could reload endlessly.
    if (!navigation || (navigation as PerformanceNavigationTiming).type === 'reload') return
    if (!end.test(await refetch(location.href))) return
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
  // Reloads at most once, and only if the visitor has not used the page yet and the note about missing files is still shown.
  window.reloadOnce = (note) => reloadOnce(note).catch(reportError)
}

const isOwnCode = (file: string) =>
  file.startsWith(`${location.origin}/`) &&
  /\/assets\/[^?]*\.(?:js|css)(?:#|$)|\.data(?:\?|$)/.test(file)

const refetch = async (file: string) => (await fetch(file, { cache: 'reload' })).text()

/**
 * Fetches the scripts, style sheets and data of the page again, which replaces them in the HTTP cache. Resolves after 10 s at the
 * latest.
 */
async function renewFiles(): Promise<void> {
  const links = [...document.querySelectorAll('link')].map(({ href }) => href)
  const requested = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...links, ...requested].filter(isOwnCode).map((file) => file.split('#')[0] ?? '')
  const refetched = Promise.allSettled([...new Set(files)].map(refetch))
  await Promise.race([refetched, new Promise((resolve) => setTimeout(resolve, 10_000))])
}

async function reloadPage(): Promise<void> {
  // The HTML is fetched as well: the browser would revalidate a truncated page and receive a 304.
  await Promise.all([renewFiles(), refetch(location.href)]).catch(reportError)
  location.reload()
}

/**
 * Returns false for a sheet that is empty, truncated or missing: the build appends the rule `#end` to every sheet
 * (`vite-plugins.ts`).
 */
function isCompleteSheet(sheet: CSSStyleSheet | null): boolean {
  return [...(sheet?.cssRules ?? [])].pop()?.cssText.startsWith('#end') === true
}

async function renewStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const broken = [...links].filter(({ href, sheet }) => isOwnCode(href) && !isCompleteSheet(sheet))
  if (broken.length === 0) return
  await renewFiles()
  // oxlint-disable-next-line no-self-assign -- The assignment makes the browser load the sheet again.
  for (const link of broken) link.href = link.href
}
