import { useEffect, useSyncExternalStore } from 'react'

/** What may come up by itself, the most important first. */
const order = ['account', 'guest-email', 'cart-email', 'exit', 'newsletter'] as const
export type PromptName = (typeof order)[number]

const waiting = new Set<PromptName>()
const listeners = new Set<() => void>()
let current: PromptName | null = null
let watching = false

/**
 * A prompt that comes up by itself. While `wantsToOpen` it waits its turn: one prompt at a time, the most important
 * first, and none over another dialog or over a field that somebody is filling in. After `close` it stays away until
 * `wantsToOpen` has been false.
 */
export function usePrompt(
  name: PromptName,
  wantsToOpen: boolean,
): { isOpen: boolean; close: () => void } {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => current === name,
    () => false,
  )
  useEffect(() => {
    if (!wantsToOpen) return
    ask(name)
    return () => withdraw(name)
  }, [name, wantsToOpen])
  return { isOpen, close: () => withdraw(name) }
}

/** Joins the queue. */
function ask(name: PromptName): void {
  waiting.add(name)
  watch()
  next()
}

/** Leaves the queue, or the screen, which is then free for whoever waits. */
function withdraw(name: PromptName): void {
  waiting.delete(name)
  if (current !== name) return
  current = null
  tell()
  // The dialog is still closing; its `close` event lets the next one in.
  queueMicrotask(next)
}

function next(): void {
  if (current !== null || waiting.size === 0 || isBusy()) return
  current = order.find((name) => waiting.has(name)) ?? null
  if (current !== null) waiting.delete(current)
  tell()
}

/** Somebody is in a dialog, or is writing something. */
function isBusy(): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  const field = document.activeElement
  const writes = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return (
    writes &&
    field.matches('textarea, input:not([type=radio], [type=checkbox])') &&
    field.value !== ''
  )
}

/** The moments at which a screen may have become free. */
function watch(): void {
  if (watching) return
  watching = true
  for (const moment of ['focusout', 'close', 'input'])
    document.addEventListener(moment, () => setTimeout(next), true)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
