import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Outcome } from '../ui/outcome.tsx'
import { paths } from '../core/paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export type Ending = ReturnType<typeof successEnding>

const look = (mascot: string, tint: 'mint' | 'blush' | 'butter' | 'sky') => {
  return (title: string, text: string) => ({ title, text, mascot, tint })
}

export const successEnding = look('heart', 'mint')
export const failureEnding = look('garlic', 'blush')
export const pendingEnding = look('gherkin', 'butter')
export const goodbyeEnding = look('gherkin', 'sky')

export function useOutcome<Name extends string>(endings: Record<Name | 'no-link', Ending>) {
  const named = useSearchParams()[0].get('outcome') ?? ''
  const isKnown = (name: string): name is Name => Object.hasOwn(endings, name)
  return isKnown(named) ? named : 'no-link'
}

export function EndingPage({ ending, children }: { ending: Ending; children?: ReactNode }) {
  const { text, ...look } = ending
  return (
    <Outcome {...look}>
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
    </Outcome>
  )
}
