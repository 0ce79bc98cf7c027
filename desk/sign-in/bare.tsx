import type { ReactNode } from 'react'
import { business } from '../../domain/business.ts'

/** A page without the frame: the name badge, and one thing to do. */
export function Bare({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <div className="desk desk--bare">
      <main className="main mid">
        <div className="badge" aria-hidden="true">
          <div>
            Hello
            <small>my name is</small>
          </div>
          <p>{name ?? business.tradingName}</p>
          <span>
            {['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((stripe) => (
              <i key={stripe} style={{ background: `var(--${stripe})` }} />
            ))}
          </span>
        </div>
        {children}
      </main>
    </div>
  )
}
