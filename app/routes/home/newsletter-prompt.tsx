import { useEffect, useState } from 'react'
import { usePrompt } from '../../features/prompts/prompt-queue.ts'
import { useStoredText } from '../../features/browser/stored-text.ts'
import { localStore } from '../../features/browser/storage.ts'
import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { NewsletterForm } from '../../features/newsletter/newsletter-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Opens the popup once, for visitors who have neither seen it nor signed up. A sign-up while it is queued cancels it. */
export function NewsletterPrompt() {
  const [isNew] = useState(isUnseen)
  const isSignedUp = useStoredText('newsletter_signed_up') !== null
  const { isOpen, close } = usePrompt('newsletter', isNew && !isSignedUp)
  useEffect(() => {
    if (isOpen) localStore.set('newsletter_popup_seen', 'true')
  }, [isOpen])
  return isOpen && <NewsletterPopup onClose={close} />
}

function isUnseen(): boolean {
  return localStore.get('newsletter_popup_seen') === null
}

function NewsletterPopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Join Our Newsletter!" mascot="heart" slab="grape">
      <p>{newsletterOffer}</p>
      <NewsletterForm id="newsletter-popup" inDialog onDone={onClose} />
      <div>
        <Button variant="quiet" size="sm" onClick={onClose}>
          No thanks, maybe later
        </Button>
      </div>
    </Dialog>
  )
}
