import { useEffect } from 'react'
import { createValue } from '../../ui/listeners.ts'
import { hasPendingAddition } from '../cart/added.ts'

/** The prompts that open without a visitor's request, by descending priority. */
const order = ['basket', 'account', 'guest-email', 'cart-email', 'exit', 'newsletter'] as const
export type PromptName = (typeof order)[number]

/** The delay before a busy page is checked again. */
const pause = 300
/** After a prompt is closed, no other one opens on the same page for this time. */
const rest = 15_000
/**
 * These ignore the pause: the greeting after signing in asks for nothing, and the other two respond to an action of the
 * visitor.
 */
const restless: readonly PromptName[] = ['basket', 'account', 'exit']
/** Matches elements that make the page busy wherever the focus is: an open dialog, or a form that is being sent. */
const inUse = 'dialog[open], form fieldset:disabled, form [aria-busy=true]'
const textFields = 'textarea, input:not([type=radio], [type=checkbox], [type=hidden])'
const filledIn = `${textFields}, select`

const waiting = new Set<PromptName>()
const current = createValue<PromptName | null>(null)
let watching = false
let nextLook: ReturnType<typeof setTimeout> | null = null
let isPressing = false
/** The path on which the last prompt opened. By the time the prompt closes, one of its links may have led to another page. */
let cameOn = ''
/** The path on which the pause applies, or null. */
let restsOn: string | null = null
let endOfRest: ReturnType<typeof setTimeout> | undefined

/**
 * Queues a prompt while `wantsToOpen` is true. One prompt opens at a time, in the order of priority; none opens over
 * another dialog or over a form that is being filled in, or soon after another prompt on the same page. After `close` the
 * prompt does not open again until `wantsToOpen` has been false.
 */
export function usePrompt(
  name: PromptName,
  wantsToOpen: boolean,
): { isOpen: boolean; close: () => void } {
  const isOpen = current.useValue() === name
  useEffect(() => {
    if (!wantsToOpen) return
    ask(name)
    return () => withdraw(name)
  }, [name, wantsToOpen])
  return { isOpen, close: () => withdraw(name) }
}

function ask(name: PromptName): void {
  waiting.add(name)
  watch()
  next()
}

function withdraw(name: PromptName): void {
  waiting.delete(name)
  if (current.read() !== name) return
  current.set(null)
  if (name !== 'account') restHere()
  // Later, because the dialog is still closing.
  lookLater()
}

function restHere(): void {
  restsOn = cameOn
  clearTimeout(endOfRest)
  endOfRest = setTimeout(() => {
    restsOn = null
    next()
  }, rest)
}

function next(): void {
  const first = order.find((name) => waiting.has(name) && mayCome(name))
  if (current.read() !== null || first === undefined) return
  if (isBusy(first)) {
    lookLater()
    return
  }
  waiting.delete(first)
  cameOn = location.pathname
  current.set(first)
}

function mayCome(name: PromptName): boolean {
  return restless.includes(name) || restsOn !== location.pathname
}

function lookLater(): void {
  nextLook ??= setTimeout(() => {
    nextLook = null
    next()
  }, pause)
}

function isBusy(name: PromptName): boolean {
  // The basket sheet responds to a press, so it waits only for another dialog.
  if (name === 'basket') return document.querySelector('dialog[open]') !== null
  if (isPressing || hasPendingAddition() || document.querySelector(inUse) !== null) return true
  if (document.activeElement?.matches(filledIn) === true) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)
  return Array.from(fields).some(isWritten)
}

/** Returns true for a visible field with typed text, even without the focus: the visitor may return to it. */
function isWritten(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  const isNew = field.value !== '' && field.value !== field.defaultValue
  return isNew && field.getClientRects().length > 0
}

/** Tracks whether a pointer is down: a prompt that opens in between would prevent the click. */
function watch(): void {
  if (watching) return
  watching = true
  const press = ({ type }: Event) => {
    isPressing = type === 'pointerdown'
  }
  for (const moment of ['pointerdown', 'pointerup', 'pointercancel'])
    document.addEventListener(moment, press, true)
}
