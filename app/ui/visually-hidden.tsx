import type { ReactNode } from 'react'

interface VisuallyHiddenProps {
  /** An `output` is read out whenever its words change. */
  as?: 'span' | 'output'
  children: ReactNode
}

export function VisuallyHidden({ as: Tag = 'span', children }: VisuallyHiddenProps) {
  return <Tag className="visually-hidden">{children}</Tag>
}
