import { useEffect, useState } from 'react'
import { createLazyPrompt } from '../../features/browser/lazy-prompt.tsx'

/** The time on the home page before the popup, in ms (specification, section 9). */
const delay = 30_000

const NewsletterPrompt = createLazyPrompt(
  async () => (await import('./newsletter-prompt.tsx')).NewsletterPrompt,
)

export function DelayedNewsletterPrompt() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setDue, delay, true)
    return () => clearTimeout(timer)
  }, [])
  return due && <NewsletterPrompt />
}
