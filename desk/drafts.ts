import { useState } from 'react'

const prefix = 'desk-draft:'

/** @throws DOMException where the browser keeps nothing more */
export function keep(name: string, text: string): void {
  if (text === '') localStorage.removeItem(prefix + name)
  else localStorage.setItem(prefix + name, text)
}

export const keptDraft = (name: string): string => kept(name)

/**
 * Words that are being typed: kept on the device until they are sent, so that they survive a reload, a lost line and a
 * session that has run out. '' forgets them.
 */
export function useDraft(name: string): [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState({ name, text: kept(name) })
  // Another thing on the same screen has words of its own.
  const text = typed.name === name ? typed.text : kept(name)
  return [
    text,
    (next) => {
      keep(name, next)
      setTyped({ name, text: next })
    },
  ]
}

function kept(name: string): string {
  return localStorage.getItem(prefix + name) ?? ''
}

/** Locking leaves none of them on the device. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix)) localStorage.removeItem(key)
}
