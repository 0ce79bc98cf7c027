import { useEffect, useState } from 'react'
import { usePrompt } from '../../features/prompts/prompt-queue.ts'
import { localStore, useNote } from '../../features/browser/storage.ts'
import { storageKeys } from '../../features/browser/storage-keys.ts'
import { NewsletterPopup } from './newsletter-popup.tsx'

/** Opens the popup once, for who has neither seen it nor signed up; also not while it waited. */
export function NewsletterPrompt() {
  const [isNew] = useState(isUnseen)
  const isSignedUp = useNote(storageKeys.newsletterSignedUp) !== null
  const { isOpen, close } = usePrompt('newsletter', isNew && !isSignedUp)
  useEffect(() => {
    if (isOpen) localStore.set(storageKeys.newsletterPopupSeen, 'true')
  }, [isOpen])
  return isOpen && <NewsletterPopup onClose={close} />
}

function isUnseen(): boolean {
  return localStore.get(storageKeys.newsletterPopupSeen) === null
}
