import { useEffect, useRef } from 'react'

/** Kept on the device: single keys are off for whoever does not want them. */
const switchName = 'desk-keys-off'

export const areKeysOn = (): boolean => localStorage.getItem(switchName) === null

export function setKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(switchName)
  else localStorage.setItem(switchName, 'true')
}

/**
 * Does something on a key, such as 'j', '?', 'Shift+A', 'Mod+z' (⌘ or Ctrl) or 'g t' (one after the other within a
 * second). Who types into a field types; only keys with Mod or Alt are heard there.
 */
export function useKeys(actions: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let first = ''
    let firstAt = 0
    const hear = (event: KeyboardEvent) => {
      const isCommand = event.metaKey || event.ctrlKey || event.altKey
      if (!isCommand && (!areKeysOn() || isTyping(event.target))) return
      // Enter presses what it stands on.
      if (event.key === 'Enter' && !isCommand && event.target !== document.body) return
      const name = nameOf(event)
      const pair = event.timeStamp - firstAt < 1000 ? `${first} ${name}` : ''
      first = name
      firstAt = event.timeStamp
      const act = latest.current[pair] ?? latest.current[name]
      if (act === undefined) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

function nameOf({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): string {
  // With Alt a Mac writes another letter.
  if (altKey) return `Alt+${code.replace('Key', '').toLowerCase()}`
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
