export interface EarlyPress {
  /** Removes the listeners. */
  end: () => void
  buttons: Set<HTMLButtonElement>
  key: KeyboardEventInit | null
  /** True from when the page's code has begun to run. */
  isCollected?: boolean
}

declare global {
  interface Window {
    earlyPress?: EarlyPress | undefined
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Control = Field | HTMLButtonElement

/** The controls of the page before React took it over, with those that extensions have added. */
let early: Control[] = []
let focused: Element | null = null
let isReplayed = false

/** True while an event is handled that repeats what was done before the page worked. */
export function isEarlyInput(): boolean {
  return isReplayed
}

function replay(repeat: () => void): void {
  setTimeout(() => {
    isReplayed = true
    repeat()
    isReplayed = false
  })
}

/**
 * Called before React takes over the page. Where a password manager or another extension has put an element into it,
 * React draws the page again, and what was filled in is only in the elements from before.
 */
export function collectEarlyInput(): void {
  if (window.earlyPress) window.earlyPress.isCollected = true
  early = findControls()
  focused = document.activeElement
}

function findControls(): Control[] {
  return [...document.querySelectorAll<Control>('input, textarea, select, button')]
}

/**
 * Finds the control that a control of the redrawn page was before: of those left with the same name, where an extension may
 * have added classes to it and fields to its form, the first with the same text, or the first.
 */
function takeFormer(current: Control): Control | undefined {
  const candidates = early.filter(
    (former) =>
      former === current ||
      (!former.isConnected &&
        getName(former) === getName(current) &&
        includesAll([...former.classList], [...current.classList]) &&
        includesAll(getFieldNames(former), getFieldNames(current))),
  )
  const former =
    candidates.find(({ textContent }) => textContent === current.textContent) ?? candidates[0]
  early = early.filter((one) => one !== former)
  return former
}

function getName({ tagName, name, type }: Control): string {
  return tagName + (name || type)
}

/** Returns the names of the fields in the same form. */
function getFieldNames({ form }: Control): string[] {
  return [...(form?.elements ?? [])].map((field) => (field as Field).name)
}

function includesAll(all: string[], some: string[]): boolean {
  return some.every((one) => all.includes(one))
}

/**
 * On a slow connection people, and their password managers, fill in forms and press buttons before the page works.
 * This is repeated once it works. Everything is read first, because one change can draw the other fields again.
 */
export function replayEarlyInput(): void {
  const noted = window.earlyPress
  window.earlyPress = undefined
  noted?.end()
  for (const current of findControls()) {
    const former = takeFormer(current)
    if (former === undefined) continue
    if (former === focused && current !== former) current.focus()
    if (former instanceof HTMLButtonElement) {
      if (noted?.buttons.has(former)) replay(() => current.click())
    } else replayField(former, current as Field)
  }
  early = []
  const key = noted?.key
  if (key) replay(() => pressAgain(key))
  for (const event of ['input', 'click', 'submit'])
    addEventListener(event, noticeSilentValues, true)
}

/** The fields whose values React keeps; their attribute has the value that it knows of. */
const controlled = ':is(form[method="post"], details) :is(input, textarea)'
let isNoticing = false

/** Password managers and extensions can fill fields without an event. React would take them for empty, and empty them. */
function noticeSilentValues({ target, type }: Event): void {
  if (isNoticing) return
  const fields = [...document.querySelectorAll<HTMLInputElement>(controlled)]
  const silent = fields.filter((field) => field !== target && field.value !== field.defaultValue)
  // Read first, as above.
  const values = silent.map(({ value }) => value)
  const notice = () => {
    isNoticing = true
    for (const [index, field] of silent.entries()) changeAgain(field, values[index] ?? '')
    isNoticing = false
  }
  // React would draw the field that is typed into with its former value, if it did not have its event first.
  if (type === 'input') addEventListener(type, notice, { once: true })
  else notice()
}

/** Dispatches at the present focus, because a visitor who types into a field by now must not be interrupted. */
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
    const { value: drawn } = current
    if (value !== defaultValue && field.type !== 'file') {
      // Keys that are pressed during hydration arrive in between: React has them, but in a redrawn field nothing before them.
      replay(() => {
        const { value: typed } = current
        if (field !== current && typed.startsWith(drawn))
          changeAgain(current as HTMLInputElement, value + typed.slice(drawn.length))
        else if (typed === value || typed === defaultValue)
          changeAgain(current as HTMLInputElement, value)
      })
    }
  }
}

function changeAgain(field: HTMLInputElement, value: string): void {
  field.value = field.defaultValue
  change(field, value, 'input')
}

function choose(current: HTMLInputElement, before: boolean): void {
  current.checked = before
  current.click()
}

/** React ignores an event whose value is the one that was last set through the element's own property. */
function change(current: Field, value: string, event: 'input' | 'change'): void {
  const prototype: unknown = Object.getPrototypeOf(current)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(current, value)
  current.dispatchEvent(new Event(event, { bubbles: true }))
}
