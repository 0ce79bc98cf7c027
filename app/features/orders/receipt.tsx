import type { ReactNode } from 'react'
import { joinClasses } from '../../ui/classes.ts'
import styles from './receipt.module.css'

export interface ReceiptRow {
  key: string
  label: ReactNode
  amount: string
  kind?: 'subtotal' | 'total'
}

interface ReceiptProps {
  label: string
  head: ReactNode
  rows: ReceiptRow[]
  children?: ReactNode
  className?: string | undefined
}

export function Receipt({ label, head, rows, children, className }: ReceiptProps) {
  return (
    <section className={joinClasses(styles.receipt, className)} aria-label={label}>
      {head}
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div key={row.key} className={row.kind === undefined ? undefined : styles[row.kind]}>
            <dt>{row.label}</dt>
            <dd>{row.amount}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

export function ReceiptHead({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <p className={styles.name}>{name}</p>
      <p className={styles.chatter}>{children}</p>
    </>
  )
}

export function Barcode() {
  return (
    <p className={styles.barcode} aria-hidden="true">
      {bars.map(({ place: index, width }) => (
        <i key={index} style={{ width }} />
      ))}
    </p>
  )
}

const bars = Array.from({ length: 46 }, (_, place) => ({
  place,
  width: [1, 2, 3, 1, 4, 2, 1][(place * 5) % 7],
}))
