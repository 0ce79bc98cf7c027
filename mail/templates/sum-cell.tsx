import type { CSSProperties, ReactNode } from 'react'

/** What something costs, whole however narrow the screen and long the words beside it. */
export function SumCell({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return (
    <td align="right" style={{ ...style, whiteSpace: 'nowrap' }}>
      {children}
    </td>
  )
}
