import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { arrowPath } from '../art/inline.ts'
import styles from './button.module.css'
import { classes } from './classes.ts'

interface Look {
  /** `primary` once a view, `secondary` beside it, `dark` (lime) on deep fields and for "✓ Added!", `quiet` to decline. */
  variant?: 'primary' | 'secondary' | 'dark' | 'quiet'
  /** `md` is 52 px high, `sm` 46 px for cards and dialogs. */
  size?: 'md' | 'sm'
  /** The double arrow head after the words. */
  arrow?: boolean
  /** As wide as what holds it. */
  wide?: boolean
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean }
type ButtonLinkProps = Look & ComponentProps<typeof Link>

/** A pill on a second pill. While `busy` it shows three dots beside its words and cannot be pressed again. */
export function Button({
  busy = false,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const { look, others } = splitLook(rest)
  return (
    <button
      {...others}
      type={type}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      className={lookClasses(look, others.className)}
    >
      <Words arrow={look.arrow}>{children}</Words>
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

/** A link that looks like a button. Addresses outside the shop go into `<a>` with `buttonLook`. */
export function ButtonLink({ children, ...rest }: ButtonLinkProps) {
  const { look, others } = splitLook(rest)
  return (
    <Link {...others} className={lookClasses(look, others.className)}>
      <Words arrow={look.arrow}>{children}</Words>
    </Link>
  )
}

/** The class names of a button, for `<a href="mailto:…">` and `<summary>`. */
export function buttonLook(look: Look = {}): string {
  return lookClasses(look)
}

function Words({ arrow = false, children }: { arrow?: boolean | undefined; children: ReactNode }) {
  if (!arrow) return children
  return (
    <>
      {children}
      <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={arrowPath} fill="none" stroke="currentColor" strokeWidth="4" />
      </svg>
    </>
  )
}

function splitLook<Props extends Look>({ variant, size, arrow, wide, ...others }: Props) {
  return { look: { variant, size, arrow, wide } as Look, others }
}

function lookClasses({ variant = 'primary', size, wide }: Look, more?: string): string {
  return classes(
    styles.button,
    variant !== 'primary' && styles[variant],
    size === 'sm' && styles.sm,
    wide && styles.wide,
    more,
  )
}
