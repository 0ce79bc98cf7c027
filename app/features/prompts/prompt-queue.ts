import { useEffect } from 'react'
import { createSharedValue } from '../../ui/listeners.ts'
import { hasPendingAddition } from '../cart/cart-additions.ts'

/** The prompts that open without a visitor's request, by descending priority. */
const order = ['basket', 'account', 'guest-email', 'cart-email', 'exit', 'newsletter'] as const
export type PromptName = (typeof order)[number]

/** The delay before a busy page is checked again. */
const recheckDelayMs = 300
/** After a prompt is closed, no other one opens on the same page for this time. */
const pauseMs = 15_000
/**
 * Prompts that open also within `pauseMs` after another prompt. 'account' is the welcome dialog after the first sign-in, which asks
 * for nothing. 'basket' and 'exit' respond to an action of the visitor: adding a product, and moving the mouse out of the window.
 */
const ignoringPause: readonly PromptName[] = ['basket', 'account', 'exit']
/** Matches elements that make the page busy wherever the focus is: an open dialog, or a form that is being sent. */
const busySelector = 'dialog[open], form fieldset:disabled, form [aria-busy=true]'
const textFields = 'textarea, input:not([type=radio], [type=checkbox], [type=hidden])'
const formFields = `${textFields}, select`

const queued = new Set<PromptName>()
const current = createSharedValue<PromptName | null>(null)
let isTrackingPresses = false
let recheckTimer: ReturnType<typeof setTimeout> | null = null
let isPressing = false
/** The path on which the last prompt opened. By the time the prompt closes, one of its links may have led to another page. */
let openedOn = ''
/** The path on which the pause applies, or null. */
let pausedPath: string | null = null
let pauseTimer: ReturnType<typeof setTimeout> | undefined

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
    enqueue(name)
    return () => withdraw(name)
  }, [name, wantsToOpen])
  return { isOpen, close: () => withdraw(name) }
}

function enqueue(name: PromptName): void {
  queued.add(name)
  trackPresses()
  openNext()
}

function withdraw(name: PromptName): void {
  queued.delete(name)
  if (current.read() !== name) return
  current.set(null)
  if (name !== 'account') startPause()
  // Later, because the dialog is still closing.
  scheduleRecheck()
}

function startPause(): void {
  pausedPath = openedOn
  clearTimeout(pauseTimer)
  pauseTimer = setTimeout(() => {
    pausedPath = null
    openNext()
  }, pauseMs)
}

function openNext(): void {
  const first = order.find((name) => queued.has(name) && mayOpen(name))
  if (current.read() !== null || first === undefined) return
  if (isBusy(first)) {
    scheduleRecheck()
    return
  }
  queued.delete(first)
  openedOn = location.pathname
  current.set(first)
}

function mayOpen(name: PromptName): boolean {
  return ignoringPause.includes(name) || pausedPath !== location.pathname
}

function scheduleRecheck(): void {
  recheckTimer ??= setTimeout(() => {
    recheckTimer = null
    openNext()
  }, recheckDelayMs)
}

function isBusy(name: PromptName): boolean {
  // The basket sheet responds to a press, so it waits only for another dialog.
  if (name === 'basket') return document.querySelector('dialog[open]') !== null
  if (isPressing || hasPendingAddition() || document.querySelector(busySelector) !== null)
    return true
  if (document.activeElement?.matches(formFields) === true) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)
  return Array.from(fields).some(hasTypedText)
}

/** Returns true for a visible field with typed text, even without the focus: the visitor may return to it. */
function hasTypedText(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  const isChanged = field.value !== '' && field.value !== field.defaultValue
  return isChanged && field.getClientRects().length > 0
}

/** Tracks whether a pointer is down: a prompt that opens in between would prevent the click. */
function trackPresses(): void {
  if (isTrackingPresses) return
  isTrackingPresses = true
  const onPointer = ({ type }: Event) => {
    isPressing = type === 'pointerdown'
  }
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
    document.addEventListener(type, onPointer, true)
}
