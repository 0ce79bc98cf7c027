declare global {
  interface Window {
    /** Called when the entry module of the page has run or failed. It is undefined in documents without the script in the head. */
    announceUnlessAlive?: () => void
  }
}

/**
 * Matches the last inline script of a page, which is the router's. The pattern must not match its own source, which is part of the
 * page, too.
 */
export const pageEndPattern = /streamController\.close/

/**
 * Shows a note, once, when a script of the page fails to load: the page can be read, but its buttons do nothing. A module that a
 * proxy has served empty is a SyntaxError in the modules that import from it. If all of them are empty, there is no error;
 * `announceUnlessAlive` covers this case.
 */
export function reportMissingChunk(): void {
  const onError = (event: Event) => {
    const isReady = window.earlyPress === undefined
    const isLost =
      event.target instanceof HTMLScriptElement ||
      (event instanceof ErrorEvent && event.error instanceof SyntaxError)
    if (!isReady && isLost && document.body) addNoteOnce()
  }
  const addNoteOnce = () => {
    removeEventListener('error', onError, true)
    return document.getElementById('lost-code') ? null : addMissingChunkNote()
  }
  addEventListener('error', onError, true)
  window.announceUnlessAlive = () => {
    if (window.earlyPress && !window.earlyPress.isCollected) addNoteOnce()
  }
  void reportTruncatedPage(addNoteOnce)
}

/**
 * Detects a truncated page: when the connection breaks, the parser may stop without any event, so a page that has not grown for 5 s
 * counts as truncated.
 */
async function reportTruncatedPage(addNoteOnce: () => Element | null): Promise<void> {
  let note: Element | null = null
  const report = () => {
    note = addNoteOnce()
    if (note) void window.reloadOnce?.(note)
  }
  const checkEnd = () => {
    if (![...document.scripts].some(({ text }) => pageEndPattern.test(text))) report()
    // The page was only slow.
    else note?.remove()
  }
  document.addEventListener('readystatechange', checkEnd, { once: true })
  while (document.readyState === 'loading' && !note) {
    const size = countElements()
    await new Promise((resolve) => setTimeout(resolve, 5000))
    if (document.readyState !== 'loading' || countElements() > size) continue
    if (document.body || (await replaceLostHead(size))) report()
  }
}

const countElements = () => document.querySelectorAll('*').length

/**
 * Replaces a page that was cut within its head by an empty document, because before the body nothing is painted; returns whether it
 * did. Such a page may be only slow, which no event tells from a broken connection, so a second request decides: the page is lost
 * when nothing more of it has arrived before that succeeds or fails.
 */
async function replaceLostHead(size: number): Promise<boolean> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // All of it is here, and waits for its style sheets.
  if (navigation?.responseEnd) return false
  await fetch(location.href, { cache: 'reload' })
    .then((response) => response.text())
    .catch(() => {})
  // Both may end at the same moment.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  if (document.body || countElements() > size) return false
  document.open()
  document.close()
  return true
}

export function addMissingChunkNote(): Element {
  const note = document.createElement('p')
  note.id = 'lost-code'
  note.className = 'wrap'
  note.setAttribute('role', 'alert')
  // Keeps the note clear of the edge of the header.
  note.style.paddingBlock = '2.5rem 1rem'
  note.innerHTML =
    'Some of this page didn’t load, so its buttons don’t work yet. <a href="">Load it again</a>'
  const parent = document.getElementById('main') ?? document.body
  parent.prepend(note)
  return note
}
