import { startTransition, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { afterPaint } from '../browser/after-paint.ts'
import { type CartAddition, hasPendingAddition, onAddition } from '../cart/cart-additions.ts'
import { lazyPrompt } from '../browser/lazy-prompt.tsx'
import { usePrompt } from '../prompts/prompt-queue.ts'
import { GuestEmailDialog, isPromptUnseen } from './lazy-guest-email-dialog.ts'

const loadSheet = async () => (await import('./basket-sheet.tsx')).BasketSheet
const BasketSheet = lazyPrompt(loadSheet)
// Starts loading the sheet during hydration. A failure is reported where the sheet is shown.
if (hasPendingAddition()) void loadSheet().catch(() => undefined)

/** The prompts after an Add: the sheet, or the email question alone on the cart page and where the sheet was turned off. */
export function AddedPrompts({ isAsked }: { isAsked: boolean }) {
  const { key, pathname } = useLocation()
  const [added, setAdded] = useState<(CartAddition & { at: string }) | null>(null)
  const [isDue, setDue] = useState(false)
  useEffect(
    () =>
      onAddition((what) => {
        if (pathname !== paths.cart && isPromptUnseen('basket_sheet_off'))
          // The button has said “✓ Added!” by then: drawing the sheet takes a while.
          afterPaint(() => setAdded({ ...what, at: key }))
        else if (isAsked && isPromptUnseen('add_email_shown')) setDue(true)
      }),
    [isAsked, key, pathname],
  )
  // Drops the question about a customer's addition once the customer has signed out.
  if (isDue && !isAsked) setDue(false)
  // The prompts do not carry over to the next page.
  const sheet = usePrompt('basket', added?.at === key)
  const question = usePrompt('guest-email', isAsked && isDue)
  return (
    <>
      {sheet.isOpen && added !== null && (
        <BasketSheet
          added={added}
          asks={isAsked && isPromptUnseen('add_email_shown')}
          onClose={() => startTransition(() => setAdded(null))}
        />
      )}
      {question.isOpen && <GuestEmailDialog place="added" onClose={question.close} />}
    </>
  )
}
