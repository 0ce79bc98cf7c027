import type { ComponentProps } from 'react'
import { type LinkProps, Link } from 'react-router'
import styles from './button.module.css'

interface Look {
  /** 'main' is the coral button, of which a view has only one. 'destroy' asks for confirmation, so its text ends in "…". */
  look?: 'main' | 'quiet' | 'destroy'
  isWide?: boolean
}

const looks = {
  main: styles.button,
  quiet: `${styles.button} ${styles.quiet}`,
  destroy: `${styles.button} ${styles.quiet} ${styles.destructive}`,
}
const classOf = ({ look = 'main', isWide = false }: Look): string =>
  isWide ? `${looks[look]} ${styles.wide}` : `${looks[look]}`

export function Button({ look, isWide, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" className={classOf({ look, isWide })} {...rest} />
}

export function ButtonLink({ look, isWide, ...rest }: Look & LinkProps) {
  return <Link className={classOf({ look, isWide })} {...rest} />
}
