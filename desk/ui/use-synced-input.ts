import { useState } from 'react'

/**
 * Keeps the text of a field whose value `given` follows a moment later, such as a search parameter: a controlled field would
 * drop letters and move the caret to the end. Another `given`, from a link or the back button, replaces the text.
 */
export function useSyncedInput(given: string): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(given)
  const [seen, setSeen] = useState(given)
  if (given !== seen) {
    setSeen(given)
    setTyped(given)
  }
  return [typed, setTyped]
}
