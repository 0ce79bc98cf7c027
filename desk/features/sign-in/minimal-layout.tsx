import type { ReactNode } from 'react'
import { business } from '../../../domain/business.ts'

/** A page without the frame, for one thing to do: below the name badge, unless it begins otherwise. */
export function Bare({ head = <Badge />, children }: { head?: ReactNode; children: ReactNode }) {
  return (
    <div className="desk desk--bare">
      <main className="main mid">
        {head}
        {children}
      </main>
    </div>
  )
}

/** Whose desk it is, once that is known. */
export function Badge({ name }: { name?: string | null }) {
  return (
    <div className="wears" aria-hidden="true">
      <img src="/generated/art/wordmark.svg" alt="" width={190} height={56} />
      <div className="badge">
        <div>
          {business.tradingName}?<small>my name is</small>
        </div>
        <p>{name ?? 'the desk'}</p>
        <span>
          {['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((stripe) => (
            <i key={stripe} style={{ background: `var(--${stripe})` }} />
          ))}
        </span>
      </div>
    </div>
  )
}
