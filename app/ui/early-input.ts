import { createSharedValue } from './listeners.ts'

export interface EarlyPress {
  /** Removes the listeners. */
  end: () => void
  buttons: Set<HTMLButtonElement>
  key: KeyboardEventInit | null
  /** True once the page's own code has started. */
  isCollected?: boolean
}

declare global {
  interface Window {
    earlyPress?: EarlyPress | undefined
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Control = Field | HTMLButtonElement

/** The controls of the server-rendered page, collected before hydration, with those that extensions have added. */
let earlyControls: Control[] = []
let earlyFocus: Element | null = null
let isReplayed = false

/** Returns true while an event is dispatched that repeats input from before hydration. */
export function isEarlyInput(): boolean {
  return isReplayed
}

const isDone = createSharedValue(false)

/** Returns true once early input is in React's state. A render before that clears controlled fields, and with them the caret. */
export const useEarlyInputDone = isDone.useValue

function replay(repeat: () => void): void {
  setTimeout(() => {
    isReplayed = true
    repeat()
    isReplayed = false
  })
}

/**
 * Collects the controls; called before hydration. When an extension, such as a password manager, has inserted an element,
 * React renders the whole page again on the client, and only the replaced elements contain the visitor's input.
 */
export function collectEarlyInput(): void {
  if (window.earlyPress) window.earlyPress.isCollected = true
  earlyControls = findControls()
  earlyFocus = document.activeElement
}

function findControls(): Control[] {
  return [...document.querySelectorAll<Control>('input, textarea, select, button')]
}

/**
 * Removes and returns the early control that `current` has replaced. Candidates have the same name and at least the same
 * classes and form fields, because extensions may have added more. The first with the same text is preferred.
 */
function takeFormer(current: Control): Control | undefined {
  const candidates = earlyControls.filter(
    (former) =>
      former === current ||
      (!former.isConnected &&
        getName(former) === getName(current) &&
        includesAll([...former.classList], [...current.classList]) &&
        includesAll(getFieldNames(former), getFieldNames(current))),
  )
  const former =
    candidates.find(({ textContent }) => textContent === current.textContent) ?? candidates[0]
  earlyControls = earlyControls.filter((one) => one !== former)
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
 * Repeats input from before hydration: on a slow connection, people and password managers fill in forms and press buttons
 * before the page responds. Reads all values first, because one change can re-render the other fields.
 */
export function replayEarlyInput(): void {
  const earlyPress = window.earlyPress
  window.earlyPress = undefined
  earlyPress?.end()
  const pairs = findControls().flatMap((current) => {
    const former = takeFormer(current)
    return former === undefined ? [] : [{ former, current }]
  })
  // The field with the focus is first, because the events of the others can make React clear it, which moves the caret.
  const isEdited = ({ current }: { current: Control }) =>
    current === document.activeElement && !(current instanceof HTMLButtonElement)
  const rest = pairs.filter((pair) => !isEdited(pair))
  for (const { former, current } of [...pairs.filter(isEdited), ...rest]) {
    if (former === earlyFocus && current !== former) current.focus()
    if (former instanceof HTMLButtonElement) {
      if (earlyPress?.buttons.has(former)) replay(() => current.click())
    } else replayField(former, current as Field)
  }
  earlyControls = []
  const key = earlyPress?.key
  if (key) replay(() => pressAgain(key))
  setTimeout(() => isDone.set(true))
  for (const event of ['input', 'click', 'submit'])
    addEventListener(event, reportSilentValues, true)
}

/** Matches controlled fields. React keeps their `value` attribute equal to its state. */
const controlled = ':is(form[method="post"], details) :is(input, textarea)'
let isReporting = false

/**
 * Dispatches the events of fields that a password manager or another extension has filled silently. In React's state they
 * are empty, so the next render would clear them.
 */
function reportSilentValues({ target, type }: Event): void {
  if (isReporting) return
  const fields = [...document.querySelectorAll<HTMLInputElement>(controlled)]
  const silent = fields.filter((field) => field !== target && field.value !== field.defaultValue)
  // Read before the first event, because one change can re-render the other fields.
  const values = silent.map(({ value }) => value)
  const report = () => {
    isReporting = true
    for (const [index, field] of silent.entries()) changeAgain(field, values[index] ?? '')
    isReporting = false
  }
  // React must handle the event of the edited field first: another render before it would restore the field's previous value.
  if (type === 'input') addEventListener(type, report, { once: true })
  else report()
}

/** Dispatches at the current focus, because a visitor who is typing in a field by now must not be interrupted. */
function pressAgain(key: KeyboardEventInit): void {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
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
      // React has the keys that were pressed during hydration, but a re-rendered field lacks the text from before them.
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

/**
 * React ignores an event of a field whose value it knows already. It learns values from its own setter on the element, which
 * here gets the default value for a copy: the field itself keeps its caret and the composition of an input method.
 */
function changeAgain(field: HTMLInputElement, value: string): void {
  const known = Object.getOwnPropertyDescriptor(field, 'value')
  known?.set?.call(field.cloneNode(), field.defaultValue)
  change(field, value, 'input')
}

function choose(current: HTMLInputElement, before: boolean): void {
  current.checked = before
  current.click()
}

/** Sets the value by the prototype's setter, because React ignores an event whose value was set by the element's own one. */
function change(current: Field, value: string, event: 'input' | 'change'): void {
  const prototype: unknown = Object.getPrototypeOf(current)
  if (current.value !== value)
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(current, value)
  current.dispatchEvent(new Event(event, { bubbles: true }))
}
