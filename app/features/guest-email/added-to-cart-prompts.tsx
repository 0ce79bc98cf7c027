import { startTransition, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../core/paths.ts'
import { runAfterPaint } from '../browser/after-paint.ts'
import { type CartAddition, hasPendingAddition, onAddition } from '../cart/cart-additions.ts'
import { createLazyPrompt } from '../browser/lazy-prompt.tsx'
import { usePrompt } from '../prompts/prompt-queue.ts'
import { GuestEmailDialog, isPromptUnseen } from './lazy-guest-email-dialog.ts'

const loadSheet = async () => (await import('./basket-sheet.tsx')).BasketSheet
const BasketSheet = createLazyPrompt(loadSheet)
// Starts loading the sheet during hydration. A failure is reported where the sheet is shown.
if (hasPendingAddition()) void loadSheet().catch(() => undefined)

/**
 * Opens the basket sheet after an addition to the cart. On the cart page, or when the visitor has turned the sheet off,
 * opens only the email prompt.
 */
export function AddedToCartPrompts({ canAskForEmail }: { canAskForEmail: boolean }) {
  const { key, pathname } = useLocation()
  const [added, setAdded] = useState<(CartAddition & { at: string }) | null>(null)
  const [isDue, setDue] = useState(false)
  useEffect(
    () =>
      onAddition((addition) => {
        if (pathname !== paths.cart && isPromptUnseen('basket_sheet_off'))
          // Lets the button paint “✓ Added!” first, because rendering the sheet takes a while.
          runAfterPaint(() => setAdded({ ...addition, at: key }))
        else if (canAskForEmail && isPromptUnseen('add_email_shown')) setDue(true)
      }),
    [canAskForEmail, key, pathname],
  )
  // Discards the pending prompt when the visitor signs in or leaves an email address, so that it does not open after signing out.
  if (isDue && !canAskForEmail) setDue(false)
  // The sheet closes on navigation: it belongs to the history entry on which the product was added.
  const sheet = usePrompt('basket', added?.at === key)
  const emailPrompt = usePrompt('guest-email', canAskForEmail && isDue)
  return (
    <>
      {sheet.isOpen && added !== null && (
        <BasketSheet
          added={added}
          asksForEmail={canAskForEmail && isPromptUnseen('add_email_shown')}
          onClose={() => startTransition(() => setAdded(null))}
        />
      )}
      {emailPrompt.isOpen && <GuestEmailDialog prompt="added" onClose={emailPrompt.close} />}
    </>
  )
}
