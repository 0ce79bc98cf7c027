export interface EarlyPress {
  (event: MouseEvent | KeyboardEvent): void
  buttons: Set<HTMLButtonElement>
  key: KeyboardEventInit | null
}

declare global {
  interface Window {
    earlyPress?: EarlyPress | undefined
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Control = Field | HTMLButtonElement

/** The controls of the page as the server sent it. */
let early = new Map<string, Control>()
let focused: Element | null = null
let isReplayed = false

/** True while an event is handled that repeats what was done before the page worked. */
export function isEarlyInput(): boolean {
  return isReplayed
}

function replay(repeat: () => void): void {
  setTimeout(() => {
    isReplayed = true
    try {
      repeat()
    } finally {
      isReplayed = false
    }
  })
}

/**
 * Called before React takes over the page. Where a password manager or another extension has put an element into it,
 * React draws the page again, and what was filled in is only in the elements from before.
 */
export function collectEarlyInput(): void {
  early = findControls()
  focused = document.activeElement
}

/** By the place of their form, their name or else their class, and their place among those of the same. */
function findControls(): Map<string, Control> {
  const found = new Map<string, Control>()
  const forms: (HTMLFormElement | null)[] = [...document.forms]
  for (const control of document.querySelectorAll<Control>('input, textarea, select, button')) {
    const name = `${forms.indexOf(control.form)} ${control.name || control.className} `
    let place = 0
    while (found.has(name + place)) place++
    found.set(name + place, control)
  }
  return found
}

/**
 * On a slow connection people, and their password managers, fill in forms and press buttons before the page works. The
 * page hears of it as if it were done now. Everything is read first, because one change can draw the other fields again.
 */
export function replayEarlyInput(): void {
  const noted = window.earlyPress
  window.earlyPress = undefined
  if (noted) {
    removeEventListener('click', noted, true)
    removeEventListener('keydown', noted, true)
  }
  const now = findControls()
  for (const [key, control] of early) {
    const current = control.isConnected ? control : now.get(key)
    if (current === undefined) continue
    if (control === focused && current !== control) current.focus()
    if (control instanceof HTMLButtonElement) {
      if (noted?.buttons.has(control)) replay(() => current.click())
    } else replayField(control, current as Field)
  }
  early.clear()
  const key = noted?.key
  if (key) replay(() => pressAgain(key))
}

/** Where the visitor is by now: who types into a field is left alone. */
function pressAgain(key: KeyboardEventInit): void {
  const place = document.activeElement ?? document.body
  place.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
}

function replayField(field: Field, current: Field): void {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    if ([...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected))
      replay(() => change(current, value, 'change'))
  } else if ('checked' in field && /^(?:checkbox|radio)$/.test(field.type)) {
    const isChosen = field.checked || field.type === 'checkbox'
    if (field.checked !== field.defaultChecked && isChosen)
      replay(() => choose(current as HTMLInputElement, !field.checked))
  } else {
    const { value, defaultValue } = field
    if (value !== defaultValue && field.type !== 'file') {
      replay(() => {
        current.value = defaultValue
        change(current, value, 'input')
      })
    }
  }
}

function choose(current: HTMLInputElement, before: boolean): void {
  current.checked = before
  current.click()
}

/** React believes an event only when the value is another one than it was told of last. */
function change(current: Field, value: string, event: 'input' | 'change'): void {
  const prototype: unknown = Object.getPrototypeOf(current)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(current, value)
  current.dispatchEvent(new Event(event, { bubbles: true }))
}
