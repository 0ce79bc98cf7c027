import { newsletterOffer } from '../../../domain/newsletter-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NewsletterForm } from '../../features/newsletter/newsletter-form.tsx'

/** Closes on its icon, on the polite no, and on a sign-up. */
export function NewsletterPopup({ onClose }: { onClose: () => void }) {
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
