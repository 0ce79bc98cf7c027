import { useEffect, useRef } from 'react'
import { localStore } from './storage.ts'
import { isVisible } from './is-visible.ts'

/** The storage key that switches single-key shortcuts off. */
const switchName = 'desk-keys-off'

export const areShortcutsEnabled = (): boolean => localStore.getItem(switchName) === null

export function setShortcutsEnabled(isOn: boolean): void {
  if (isOn) localStore.removeItem(switchName)
  else localStore.setItem(switchName, 'true')
}

/**
 * Registers keyboard shortcuts, such as 'j', '?', 'Shift+A', 'Mod+z', 'Mod+enter' (Mod is ⌘ or Ctrl) or 'g t' (two keys within a
 * second). Inside a field only shortcuts with Mod or Alt work. While a dialog is open, only shortcuts with Alt work, and those that
 * the dialog itself registers with `of` = 'question'. With 'last' they get only keys that no screen has handled.
 */
export function useShortcuts(
  actions: Record<string, (event: KeyboardEvent) => void>,
  of: 'screen' | 'last' | 'question' = 'screen',
): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let first = ''
    let firstAt = 0
    // 'last' listens on the window, which a key event reaches after the document.
    const place = of === 'last' ? window : document
    const hear = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
      const isAsked = document.querySelector('[data-dialog]') !== null
      if (isAsked && !event.altKey && of !== 'question') return
      const isCommand = event.metaKey || event.ctrlKey || event.altKey
      if (!isCommand && (!areShortcutsEnabled() || isTyping(event.target))) return
      const name = nameOf(event)
      // Leaves Enter to the focused element, and Mod+Z to a field, which undoes its own typing.
      if (name === 'Enter' && event.target !== document.body) return
      if (name === 'Mod+z' && isTyping(event.target)) return
      const pair = event.timeStamp - firstAt < 1000 ? `${first} ${name}` : ''
      first = name
      firstAt = event.timeStamp
      const act = latest.current[pair] ?? latest.current[name]
      if (act === undefined) return
      event.preventDefault()
      act(event)
    }
    place.addEventListener('keydown', hear)
    return () => place.removeEventListener('keydown', hear)
  }, [of])
}

/** Moves the focus to the next or the previous of `rows`; Enter then opens it. */
export function stepThroughRows(rows: HTMLElement[], by: 1 | -1): void {
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  for (let next = at + by; next >= 0 && next < rows.length; next += by) {
    const place = rows[next]?.querySelector<HTMLElement>('a, button, input')
    if (!place || !isVisible(place)) continue
    return place.focus()
  }
}

function nameOf({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string {
  // Alt shortcuts use the physical key, because with Alt a Mac produces another character. AltGr, which reports Ctrl and Alt, is
  // used to type characters and is no shortcut.
  if (altKey && !ctrlKey) return `Alt+${code.replace('Key', '').toLowerCase()}`
  if (metaKey || ctrlKey) return `Mod+${key.toLowerCase()}`
  return shiftKey && /^[a-z]$/i.test(key) ? `Shift+${key.toUpperCase()}` : key
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio)$/.test(target.type)
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
