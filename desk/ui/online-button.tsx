import type { ComponentProps } from 'react'
import { useOnline } from '../lib/connection.ts'
import { Button } from './button.tsx'

interface OnlineButtonProps extends ComponentProps<typeof Button> {
  /** What it does, in a word or two, for while there is no signal. */
  what: string
}

/** For what waits for nobody's signal: without one it cannot be pressed, and says so, rather than happen at some later time. */
export function OnlineButton({ what, disabled, children, ...rest }: OnlineButtonProps) {
  const isOnline = useOnline()
  return (
    <Button {...rest} disabled={disabled || !isOnline}>
      {isOnline ? children : `${what} · no signal`}
    </Button>
  )
}
