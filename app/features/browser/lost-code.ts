/**
 * A page whose code does not come can be read, but its buttons do nothing: it says so, once. For the modules that import
 * from it, a file that came empty is a SyntaxError.
 */
export function announceLostCode(): void {
  const announce = (event: Event) => {
    const isAlive = window.earlyPress === undefined
    const isLost =
      event.target instanceof HTMLScriptElement ||
      (event instanceof ErrorEvent && event.error instanceof SyntaxError)
    if (isAlive || !isLost) return
    removeEventListener('error', announce, true)
    addLostCodeNote()
  }
  addEventListener('error', announce, true)
}

export function addLostCodeNote(): void {
  const note = document.createElement('p')
  note.className = 'wrap'
  note.setAttribute('role', 'alert')
  // Clear of the header's edge.
  note.style.paddingBlock = '2.5rem 1rem'
  note.innerHTML =
    'Some of this page didn’t load, so its buttons don’t work yet. <a href="">Load it again</a>'
  document.getElementById('main')?.prepend(note)
}
