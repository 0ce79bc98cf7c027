import { Suspense, useEffect, useState } from 'react'
import { lazyPrompt } from '../prompts/lazy-prompt.ts'
import { usePrompt } from '../prompts/prompt-desk.ts'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

/** Time on the home page before the popup (specification, section 9), in ms. */
const delay = 30_000

const NewsletterPopup = lazyPrompt(
  async () => (await import('./newsletter-popup.tsx')).NewsletterPopup,
)

/** Opens the popup once, for who has neither seen it nor signed up. */
export function NewsletterTrigger() {
  const [due, setDue] = useState(false)
  const { isOpen, close } = usePrompt('newsletter', due)
  useEffect(() => {
    if (!isWanted()) return
    const timer = setTimeout(() => setDue(isWanted()), delay)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isOpen) localStore.set(storageKeys.newsletterPopupSeen, 'true')
  }, [isOpen])
  if (!isOpen) return null
  return (
    <Suspense>
      <NewsletterPopup onClose={close} />
    </Suspense>
  )
}

function isWanted(): boolean {
  return (
    localStore.get(storageKeys.newsletterPopupSeen) === null &&
    localStore.get(storageKeys.newsletterSignedUp) === null
  )
}
