import { useState } from 'react'

/**
 * What is typed in a field that stands for `given`, such as a word of the address, which follows a moment later: a field
 * that showed only what is given would drop letters and send the cursor to its end. Another that is given, by a link or the
 * way back, takes its place.
 */
export function useTypedOver(given: string): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(given)
  const [seen, setSeen] = useState(given)
  if (given !== seen) {
    setSeen(given)
    setTyped(given)
  }
  return [typed, setTyped]
}
