import { useEffect, useState } from 'react'
import { usePrompt } from '../prompts/prompt-desk.ts'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'
import { NewsletterPopup } from './newsletter-popup.tsx'

/** Opens the popup once, for who has neither seen it nor signed up. */
export function NewsletterPrompt() {
  const [wanted] = useState(isWanted)
  const { isOpen, close } = usePrompt('newsletter', wanted)
  useEffect(() => {
    if (isOpen) localStore.set(storageKeys.newsletterPopupSeen, 'true')
  }, [isOpen])
  return isOpen && <NewsletterPopup onClose={close} />
}

function isWanted(): boolean {
  return (
    localStore.get(storageKeys.newsletterPopupSeen) === null &&
    localStore.get(storageKeys.newsletterSignedUp) === null
  )
}
