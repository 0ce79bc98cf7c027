import { startTransition, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { afterPaint } from '../browser/after-paint.ts'
import { type Added, isUnheard, onAdded } from '../cart/added.ts'
import { lazyPrompt } from '../browser/lazy-prompt.tsx'
import { usePrompt } from '../prompts/prompt-queue.ts'
import { GuestEmailDialog, isNew } from './lazy-guest-email-dialog.ts'

const loadSheet = async () => (await import('./basket-sheet.tsx')).BasketSheet
const BasketSheet = lazyPrompt(loadSheet)
// On its way while all this comes to life; that it could not be loaded is said where it is shown.
if (isUnheard()) void loadSheet().catch(() => undefined)

/** What follows an Add: the sheet, or the question alone in the cart itself and where the sheet was turned away. */
export function AddedPrompts({ isAsked }: { isAsked: boolean }) {
  const { key, pathname } = useLocation()
  const [added, setAdded] = useState<(Added & { at: string }) | null>(null)
  const [isDue, setDue] = useState(false)
  useEffect(
    () =>
      onAdded((what) => {
        if (pathname !== paths.cart && isNew('basket_sheet_off'))
          // The button has said “✓ Added!” by then: drawing the sheet takes a while.
          afterPaint(() => setAdded({ ...what, at: key }))
        else if (isAsked && isNew('add_email_shown')) setDue(true)
      }),
    [isAsked, key, pathname],
  )
  // What a customer added is not asked about once they have signed out.
  if (isDue && !isAsked) setDue(false)
  // The next page has none of it.
  const sheet = usePrompt('basket', added?.at === key)
  const question = usePrompt('guest-email', isAsked && isDue)
  return (
    <>
      {sheet.isOpen && added !== null && (
        <BasketSheet
          added={added}
          asks={isAsked && isNew('add_email_shown')}
          onClose={() => startTransition(() => setAdded(null))}
        />
      )}
      {question.isOpen && <GuestEmailDialog place="added" onClose={question.close} />}
    </>
  )
}
