import type { EarlyPress } from '../../ui/early-input.ts'

/**
 * Remembers presses of buttons before hydration, which on a slow connection ends long after the first paint; `replayEarlyInput`
 * repeats them. A button counts once, because a second press only means that the first had no visible effect. "/" and Ctrl/Cmd+K
 * are remembered, too, and the browser's own search, which they would open, is prevented. Clicks do not reach React during
 * hydration: it would handle them as well, and the replayed click would be a second one. Buttons that work without a script
 * (`commandfor`) are ignored.
 */
export function rememberEarlyPresses(): void {
  const earlyPress: EarlyPress = {
    buttons: new Set<HTMLButtonElement>(),
    key: null,
    end() {
      removeEventListener('click', onPress, true)
      removeEventListener('keydown', onPress, true)
    },
  }
  function onPress(event: MouseEvent | KeyboardEvent): void {
    if (!(event.target instanceof Element)) return
    if (event instanceof KeyboardEvent) return onKey(event, event.target)
    const button = event.target.closest<HTMLButtonElement>(
      'main button[type="button"]:not([commandfor])',
    )
    if (button === null) return
    event.stopPropagation()
    earlyPress.buttons.add(button)
    earlyPress.key = null
  }
  function onKey(event: KeyboardEvent, target: Element): void {
    const { key, ctrlKey, metaKey, altKey } = event
    const isInField = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    const isSearchShortcut = ctrlKey || metaKey ? /^k$/i.test(key) : key === '/' && !isInField
    if (altKey || !isSearchShortcut) return
    event.preventDefault()
    earlyPress.key = { key, ctrlKey, metaKey }
  }
  window.earlyPress = earlyPress
  addEventListener('click', onPress, true)
  addEventListener('keydown', onPress, true)
}
