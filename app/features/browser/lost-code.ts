/** A page whose code does not come can be read, but its buttons do nothing: it says so, once. */
export function announceLostCode(): void {
  const announce = ({ target }: Event) => {
    const isAlive = window.earlyPress === undefined
    if (isAlive || !(target instanceof HTMLScriptElement)) return
    removeEventListener('error', announce, true)
    const note = document.createElement('p')
    note.className = 'wrap'
    note.setAttribute('role', 'alert')
    // Clear of the header's edge.
    note.style.paddingBlock = '2.5rem 1rem'
    note.innerHTML =
      'Some of this page didn’t load, so its buttons don’t work yet. <a href="">Load it again</a>'
    document.getElementById('main')?.prepend(note)
  }
  addEventListener('error', announce, true)
}
