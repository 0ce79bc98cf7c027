import { type ReactNode, useEffect, useRef } from 'react'
import type { MissingField } from '../../../domain/product-gaps.ts'
import buttonStyles from '../../ui/button.module.css'
import iconTileStyles from '../../ui/icon-tile.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './missing-fields.module.css'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface MissingFieldsProps {
  gaps: MissingField[]
  /** Shown above the list when the product is on sale with its old label. */
  urgent?: ReactNode
}

/** Lists why the product cannot go on sale yet; each line links to its field. */
export function MissingFields({ gaps, urgent }: MissingFieldsProps) {
  const count = numbers[gaps.length] ?? gaps.length
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => scrollToPart(list.current), [])
  return (
    <div
      ref={list}
      className={`${panelStyles.panel} ${panelStyles.outlined} ${styles.gaps}`}
      role="alert"
      tabIndex={-1}
    >
      <div className={styles.head}>
        <img src="/generated/art/mascot-garlic.svg" alt="" width={62} height={62} />
        <div>
          <h2 className={textStyles.heading}>
            Nearly. {count} {gaps.length === 1 ? 'gap' : 'gaps'} on the label.
          </h2>
          <p>Food cannot go on sale until its label is whole. Everything you typed is saved.</p>
        </div>
      </div>
      {urgent}
      <ol className={rowStyles.rows}>
        {gaps.map(({ field, title, hint }, index) => (
          <li key={`${field} ${title}`}>
            <button
              type="button"
              className={`${rowStyles.row} ${buttonStyles.plain}`}
              onClick={() => goTo(field)}
            >
              <span className={`${iconTileStyles.tile} ${styles.number}`}>{index + 1}</span>
              <span className={rowStyles.main}>
                <span className={rowStyles.title}>{title}</span>
                <span className={rowStyles.detail}>{hint}</span>
              </span>
              <b className={styles.fillIn}>Fill in</b>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function goTo(field: string): void {
  const place = document.querySelector<HTMLElement>(`[name="${field}"], [data-field="${field}"]`)
  const focusable = place?.matches('input, textarea, select, button')
    ? place
    : place?.querySelector<HTMLElement>('input, textarea, button')
  focusable?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}

/** Scrolls to an element, and focuses it for screen readers. */
export function scrollToPart(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}
