declare global {
  interface Window {
    /** Called when the page's first module has run. It is not there in a document without the script in the head. */
    announceUnlessAlive?: () => void
  }
}

/** The last script of a page is the router's. This pattern must not match its own source, which is in the page, too. */
export const pageEnd = /streamController\.close/

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
    return document.getElementById('lost-code') ? null : addMissingChunkNote()
  }
  addEventListener('error', announce, true)
  window.announceUnlessAlive = () => {
    if (window.earlyPress && !window.earlyPress.isCollected) addOnce()
  }
  reportCutPage(addOnce)
}

/** A connection that breaks within the page can end the parsing without an event: the page only grows no more. */
function reportCutPage(addOnce: () => Element | null): void {
  let size = 0
  let note: Element | null = null
  const report = () => {
    clearInterval(timer)
    note = addOnce()
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
    // It had been slow.
    else note?.remove()
  }
  document.addEventListener('readystatechange', checkEnd, { once: true })
}

export function addMissingChunkNote(): Element {
  const note = document.createElement('p')
  note.id = 'lost-code'
  note.className = 'wrap'
  note.setAttribute('role', 'alert')
  // Clear of the header's edge.
  note.style.paddingBlock = '2.5rem 1rem'
  note.innerHTML =
    'Some of this page didn’t load, so its buttons don’t work yet. <a href="">Load it again</a>'
  // A page whose connection broke in its head is not painted, not even with a body that a script adds.
  if (!document.body) {
    document.open()
    document.close()
  }
  const place = document.getElementById('main') ?? document.body
  place.prepend(note)
  return note
}
