import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NoteForm } from '../../features/orders/note-form.tsx'
import type { Order } from '../../features/orders/queries.ts'
import { shortTime } from '../../lib/times.ts'

/** The internal note of an order. */
export function Note({ order: { number, note, events } }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const written = events.filter(({ what }) => what === 'note').at(-1)
  return (
    <>
      {note === null ? (
        <p className="mt">
          <button type="button" className="tlink" onClick={() => setOpen(true)}>
            Add a note
          </button>
        </p>
      ) : (
        <div className="pan pan--b mt order-note">
          <Icon name="note" />
          <div className="g">
            <p className="h3">{note}</p>
            <p className="sub">
              {written && `${written.who ?? 'Somebody'}, ${shortTime(written.at)} · `}only the desk
              sees this
            </p>
          </div>
          <button type="button" className="tlink" onClick={() => setOpen(true)}>
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
