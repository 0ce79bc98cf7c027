import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useAnnouncement } from './announcer.ts'
import { arrowPath } from './shapes/icons.ts'
import styles from './button.module.css'
import { joinClasses } from './classes.ts'

/** A second press within this time (ms) counts as a double press: the first one has no visible response yet. */
export const doublePressMs = 400

interface Look {
  /**
   * `primary` once per view, `secondary` beside it, `dark` (lime) on dark backgrounds and for "✓ Added!", `quiet` for
   * declining.
   */
  variant?: 'primary' | 'secondary' | 'dark' | 'quiet' | undefined
  /** `md` is 52 px high, `sm` 46 px for cards and dialogs. */
  size?: 'md' | 'sm' | undefined
  arrow?: boolean | undefined
  wide?: boolean | undefined
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean }
type ButtonLinkProps = Look & ComponentProps<typeof Link>

export function Button(props: ButtonProps) {
  const { variant, size, arrow, wide, busy = false, className, children, ...rest } = props
  const isWaitText = typeof children === 'string' && children.endsWith('...')
  useAnnouncement(busy ? (isWaitText ? children : 'One moment...') : null)
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={joinClasses(getButtonClass({ variant, size, wide }), className)}
    >
      {children}
      {arrow && <Arrow />}
      {busy && (
        <span className={styles.busy} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  )
}

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, arrow, wide, className, children, ...rest } = props
  return (
    <Link {...rest} className={joinClasses(getButtonClass({ variant, size, wide }), className)}>
      {children}
      {arrow && <Arrow />}
    </Link>
  )
}

export function getButtonClass({ variant = 'primary', size, wide }: Look = {}): string {
  return joinClasses(
    styles.button,
    variant !== 'primary' && styles[variant],
    size === 'sm' && styles.sm,
    wide && styles.wide,
  )
}

function Arrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={arrowPath} />
    </svg>
  )
}
