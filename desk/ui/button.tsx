import type { ComponentProps } from 'react'
import { type LinkProps, Link } from 'react-router'

interface Look {
  /** Use one coral button a view. Destructive buttons ask first, and their text ends in "…". */
  look?: 'main' | 'quiet' | 'destroy'
  isWide?: boolean
}

const looks = { main: '', quiet: ' btn--q', destroy: ' btn--q btn--d' }
const classOf = ({ look = 'main', isWide = false }: Look): string =>
  `btn${looks[look]}${isWide ? ' wide' : ''}`

export function Button({ look, isWide, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" className={classOf({ look, isWide })} {...rest} />
}

export function ButtonLink({ look, isWide, ...rest }: Look & LinkProps) {
  return <Link className={classOf({ look, isWide })} {...rest} />
}
