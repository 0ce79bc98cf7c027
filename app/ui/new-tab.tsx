import type { ReactNode } from 'react'

interface NewTabProps {
  href: string
  className?: string | undefined
  children: ReactNode
}

export function NewTab({ href, className, children }: NewTabProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden">, opens in a new tab</span>
    </a>
  )
}
