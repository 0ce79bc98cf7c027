import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { OutcomeScreen } from '../ui/outcome-screen.tsx'
import { paths } from '../core/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export type OutcomeMessage = ReturnType<typeof successMessage>

function createMessageFactory(mascot: string, tint: 'mint' | 'blush' | 'butter' | 'sky') {
  return (title: string, text: string) => ({ title, text, mascot, tint })
}

export const successMessage = createMessageFactory('heart', 'mint')
export const failureMessage = createMessageFactory('garlic', 'blush')
export const pendingMessage = createMessageFactory('gherkin', 'butter')
export const goodbyeMessage = createMessageFactory('gherkin', 'sky')

export function useOutcome<Name extends string>(
  messages: Record<Name | 'no-link', OutcomeMessage>,
) {
  const named = useSearchParams()[0].get('outcome') ?? ''
  const isKnown = (name: string): name is Name => Object.hasOwn(messages, name)
  return isKnown(named) ? named : 'no-link'
}

export function OutcomePage({
  message,
  children,
}: {
  message: OutcomeMessage
  children?: ReactNode
}) {
  const { text, ...look } = message
  return (
    <OutcomeScreen {...look}>
      <p className="lead">{text}</p>
      <div className="row">
        {children}
        <ButtonLink to={paths.shop} variant="secondary">
          Back to Shop
        </ButtonLink>
        {!children && (
          <Link className="text-link" to={paths.whereToFindUs}>
            Or come and find us
          </Link>
        )}
      </div>
    </OutcomeScreen>
  )
}
