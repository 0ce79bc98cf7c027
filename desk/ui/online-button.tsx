import type { ComponentProps } from 'react'
import { useOnline } from '../lib/connection.ts'
import { Button } from './button.tsx'

interface OnlineButtonProps extends ComponentProps<typeof Button> {
  /** The name of the action in one or two words, shown while offline. */
  what: string
}

/** Button that is disabled while offline and says so, for an action that is never queued. */
export function OnlineButton({ what, disabled, children, ...rest }: OnlineButtonProps) {
  const isOnline = useOnline()
  return (
    <Button {...rest} disabled={disabled || !isOnline}>
      {isOnline ? children : `${what} · no signal`}
    </Button>
  )
}
