import type { ComponentProps } from 'react'

export function NewTabLink({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden">, opens in a new tab</span>
    </a>
  )
}
