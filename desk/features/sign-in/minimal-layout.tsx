import type { ReactNode } from 'react'
import { business } from '../../../domain/business.ts'

/** A page without the frame, for a single task: below the name badge, unless `head` is given. */
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

/** Name badge; `name` appears once it is known. */
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
