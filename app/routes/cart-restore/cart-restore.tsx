import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'
import { type RestoreOutcome, restoreCart } from './restore-cart.ts'
import { paths } from '../../core/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { useHydrated } from '../../ui/hydrated.ts'

export const meta = createPrivateMeta(
  'Your saved cart',
  `Bring back the cart that you left at ${business.tradingName}, on any device.`,
)

const waiting = { title: 'Still warm.', mascot: 'peach', tint: 'butter' } as const
const gone = { title: 'Gone cold.', mascot: 'garlic', tint: 'blush' } as const
const failures = {
  'no-cart': 'There is no cart behind this link any more. It may have been bought or emptied.',
  failed: 'Your cart could not be fetched. Please try again.',
} as const

export default function CartRestore() {
  const [query] = useSearchParams()
  const alive = useHydrated()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const button = useRestoreFocus(busy)
  const [failure, setFailure] = useState<Exclude<RestoreOutcome, 'restored'> | null>(null)
  const restore = async () => {
    setBusy(true)
    const outcome = await restoreCart(query.get('token') ?? '')
    setBusy(false)
    if (outcome === 'restored') void navigate(paths.cart)
    else setFailure(outcome)
  }
  return (
    <OutcomeScreen {...(failure === 'no-cart' ? gone : waiting)}>
      <div role="alert">{failure !== null && <p className="lead">{failures[failure]}</p>}</div>
      {failure === null && (
        <p className="lead">
          Your stickers are where you left them. Bring them back to this device?
        </p>
      )}
      <div className="row">
        {failure !== 'no-cart' && (
          <Button ref={button} disabled={!alive} busy={busy} onClick={() => void restore()}>
            Bring my cart back
          </Button>
        )}
        <ButtonLink to={paths.shop} variant="secondary">
          Back to Shop
        </ButtonLink>
      </div>
      <noscript>
        <p>The cart needs JavaScript. Please switch it on for this site.</p>
      </noscript>
    </OutcomeScreen>
  )
}
