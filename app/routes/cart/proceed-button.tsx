import { Button } from '../../ui/button.tsx'
import type { CheckoutControl } from './use-checkout.ts'

interface ProceedButtonProps {
  checkout: CheckoutControl
  variant?: 'primary' | 'secondary'
  arrow?: boolean
}

export function ProceedButton({
  checkout,
  variant = 'primary',
  arrow = false,
}: ProceedButtonProps) {
  return (
    <Button
      variant={variant}
      busy={checkout.busy}
      arrow={arrow && !checkout.busy}
      onClick={checkout.proceed}
    >
      {checkout.busy ? 'Processing...' : 'Proceed to Checkout'}
    </Button>
  )
}
