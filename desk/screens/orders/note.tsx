import { useState } from 'react'
import { DeskError, ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Order } from './read.ts'

interface NoteChange {
  note: string
  was: string
}

/** What only the desk sees of an order. */
export function Note({ order: { number, note } }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
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
            <p className="sub">only the desk sees this</p>
          </div>
          <button type="button" className="tlink" onClick={() => setOpen(true)}>
            Edit
          </button>
        </div>
      )}
      {isOpen && <EditNote number={number} note={note ?? ''} close={() => setOpen(false)} />}
    </>
  )
}

function EditNote({ number, note, close }: { number: number; note: string; close: () => void }) {
  const [typed, setTyped] = useState(note)
  const [was, setWas] = useState(note)
  const [fault, setFault] = useState<string>()
  const change = useChange({
    send: ({ note: p_note, was: p_was }: NoteChange) =>
      ask(client.rpc('desk_set_order_note', { p_number: number, p_note, p_was })),
    touches: [['orders']],
    done: ({ note: now, was: before }) => {
      close()
      return {
        text: now.trim() === '' ? 'The note is gone.' : 'The note is kept.',
        undo: () => change.mutate({ note: before, was: now }),
      }
    },
    conflict: (_, now) => {
      const there = noteOf(now)
      setWas(there)
      setFault(
        `Somebody else wrote “${there}” meanwhile. Keep it with Close, or save yours over it.`,
      )
    },
  })
  const isRefused = change.error instanceof DeskError && change.error.code !== 'PT409'
  return (
    <Dialog title={`Note on ${number}`} isOpen onClose={close}>
      <form
        className="mt"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ note: typed, was })
        }}
      >
        <TextArea
          label="Only the desk sees this"
          value={typed}
          maxLength={500}
          fault={isRefused ? change.error?.message : fault}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" isWide disabled={change.isPending}>
          Keep the note
        </Button>
      </form>
    </Dialog>
  )
}

function noteOf(now: unknown): string {
  if (typeof now !== 'object' || now === null || !('note' in now)) return ''
  return typeof now.note === 'string' ? now.note : ''
}
