import type { EarlyPress } from '../../ui/early-input.ts'

/**
 * On a slow connection a button can be seen long before it works: those that are pressed until then are remembered, each
 * once, as a second press only means that nothing has happened; and so are "/" and Ctrl/Cmd+K, which the browser would
 * take for its own search. They are kept from React while it takes over the page, or they would be answered twice.
 * Buttons that work without a script are left alone.
 */
export function rememberEarlyPresses(): void {
  const noted: EarlyPress = {
    buttons: new Set<HTMLButtonElement>(),
    key: null,
    end() {
      removeEventListener('click', remember, true)
      removeEventListener('keydown', remember, true)
    },
  }
  function remember(event: MouseEvent | KeyboardEvent): void {
    if (!(event.target instanceof Element)) return
    if (event instanceof KeyboardEvent) return rememberKey(event, event.target)
    const button = event.target.closest<HTMLButtonElement>(
      'main button[type="button"]:not([commandfor])',
    )
    if (button === null) return
    event.stopPropagation()
    noted.buttons.add(button)
    noted.key = null
  }
  function rememberKey(event: KeyboardEvent, target: Element): void {
    const { key, ctrlKey, metaKey, altKey } = event
    const isTyped = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    const asks = ctrlKey || metaKey ? /^k$/i.test(key) : key === '/' && !isTyped
    if (altKey || !asks) return
    event.preventDefault()
    noted.key = { key, ctrlKey, metaKey }
  }
  window.earlyPress = noted
  addEventListener('click', remember, true)
  addEventListener('keydown', remember, true)
}
