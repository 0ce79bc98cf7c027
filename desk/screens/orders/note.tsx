import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NoteForm } from '../../features/orders/note-form.tsx'
import type { Order } from '../../features/orders/queries.ts'
import { formatShortTime } from '../../lib/times.ts'
import textStyles from '../../ui/text.module.css'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import styles from './note.module.css'

/** Shows the internal note of an order. */
export function OrderNote({ order: { number, note, events } }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const written = events.filter(({ what }) => what === 'note').at(-1)
  return (
    <>
      {note === null ? (
        <p className={layoutStyles.spaceAbove}>
          <button type="button" className={buttonStyles.textButton} onClick={() => setOpen(true)}>
            Add a note
          </button>
        </p>
      ) : (
        <div
          className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAbove} ${styles.note}`}
        >
          <Icon name="note" />
          <div className={styles.words}>
            <p className={`${textStyles.subheading} ${styles.text}`}>{note}</p>
            <p className={`${textStyles.detail} ${styles.by}`}>
              {written && `${written.who ?? 'Somebody'}, ${formatShortTime(written.at)} · `}only the
              desk sees this
            </p>
          </div>
          <button type="button" className={buttonStyles.textButton} onClick={() => setOpen(true)}>
            Edit
          </button>
        </div>
      )}
      {isOpen && (
        <Dialog title={`Note on ${number}`} isOpen onClose={() => setOpen(false)}>
          <NoteForm number={number} note={note} close={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}
