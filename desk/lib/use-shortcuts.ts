import { useEffect, useRef } from 'react'
import { device } from './storage.ts'
import { isVisible } from './is-visible.ts'

/** Stored on the device: with it single-key shortcuts are off. */
const switchName = 'desk-keys-off'

export const areShortcutsEnabled = (): boolean => device.getItem(switchName) === null

export function setShortcutsEnabled(isOn: boolean): void {
  if (isOn) device.removeItem(switchName)
  else device.setItem(switchName, 'true')
}

/**
 * Registers keyboard shortcuts, such as 'j', '?', 'Shift+A', 'Mod+z', 'Mod+enter' (⌘ or Ctrl) or 'g t' (one after the other
 * within a second). Inside a field only keys with Mod or Alt work. While a dialog is open the screen behind it gets no keys,
 * and the desk only those with Alt. 'last' gets only keys that no screen has handled, 'question' is for dialogs.
 */
export function useKeys(
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
    // A key event reaches the document before the window.
    const place = of === 'last' ? window : document
    const hear = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
      const isAsked = document.querySelector('[data-dialog]') !== null
      if (isAsked && !event.altKey && of !== 'question') return
      const isCommand = event.metaKey || event.ctrlKey || event.altKey
      if (!isCommand && (!areShortcutsEnabled() || isTyping(event.target))) return
      const name = nameOf(event)
      // Enter activates the focused element, and a field undoes its own typing.
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

/** Moves the focus down or up among `rows`; Enter opens the focused one. */
export function stepThroughRows(rows: HTMLElement[], by: 1 | -1): void {
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  for (let next = at + by; next >= 0 && next < rows.length; next += by) {
    const place = rows[next]?.querySelector<HTMLElement>('a, button, input')
    if (!place || !isVisible(place)) continue
    return place.focus()
  }
}

function nameOf({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string {
  // With Alt a Mac produces another character; AltGr reports both modifiers, and produces others as well.
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
