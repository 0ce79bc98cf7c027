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
export const pageEnd = /streamController\.close/

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
    if (!isReady && isLost) addNoteOnce()
  }
  const addNoteOnce = () => {
    removeEventListener('error', onError, true)
    return document.getElementById('lost-code') ? null : addMissingChunkNote()
  }
  addEventListener('error', onError, true)
  window.announceUnlessAlive = () => {
    if (window.earlyPress && !window.earlyPress.isCollected) addNoteOnce()
  }
  reportTruncatedPage(addNoteOnce)
}

/**
 * Detects a truncated page: when the connection breaks, the parser may stop without any event, so a page that has not grown for 5 s
 * counts as truncated.
 */
function reportTruncatedPage(addNoteOnce: () => Element | null): void {
  let size = 0
  let note: Element | null = null
  const report = () => {
    clearInterval(timer)
    note = addNoteOnce()
    if (note) void window.reloadOnce?.(note)
  }
  const timer = setInterval(() => {
    const { length } = document.querySelectorAll('*')
    if (length === size) report()
    size = length
  }, 5000)
  const checkEnd = () => {
    clearInterval(timer)
    if (![...document.scripts].some(({ text }) => pageEnd.test(text))) report()
    // The page was only slow.
    else note?.remove()
  }
  document.addEventListener('readystatechange', checkEnd, { once: true })
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
  // A page that was truncated within its head is not painted, even if a script adds a body, so an empty document replaces it.
  if (!document.body) {
    document.open()
    document.close()
  }
  const parent = document.getElementById('main') ?? document.body
  parent.prepend(note)
  return note
}
