import { type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useDraft } from '../../data/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import styles from './note-field.module.css'

/** Draft of a note. `seen` is the saved note that was shown when typing began, for conflict detection. */
export const noteDraft = v.object({ text: v.string(), seen: v.string() })
type NoteChange = v.InferOutput<typeof noteDraft> & { isUndo?: boolean }

interface NoteFieldProps {
  /** The subject of the note, such as an order; the name of the stored draft contains it. */
  about: string
  note: string
  send: (text: string, seen: string) => Promise<unknown>
  touches: QueryKey[]
  isFocused?: boolean
}

/**
 * Text area for an internal note. It is saved on blur; if somebody else has changed the note meanwhile, a dialog offers both
 * versions.
 */
export function NoteField({ about, note, send, touches, isFocused = false }: NoteFieldProps) {
  const [typed, keep] = useDraft(`note:${about}`, noteDraft)
  const [kept, setKept] = useState({ text: note, over: note })
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.querySelector('textarea')?.focus()
  }, [isFocused])
  const change = useDeskMutation({
    send: ({ text, seen }: NoteChange) => send(text, seen),
    invalidates: touches,
    conflictSchema: v.string(),
    successToast: ({ text, seen, isUndo }) => {
      keep(null)
      setKept({ text, over: note })
      return isUndo
        ? null
        : {
            text: text === '' ? 'The note is gone.' : 'Note saved.',
            undo: () => change.mutate({ text: seen, seen: text, isUndo: true }),
            about: `note:${about}`,
          }
    },
  })
  const theirs = change.conflict?.now ?? null
  // Until the note is refetched, the text that was saved last is shown instead of the outdated `note`.
  const text = typed?.text ?? (kept.over === note ? kept.text : note)
  const save = () => {
    if (typed === null || theirs !== null) return
    if (typed.text.trim() === typed.seen) keep(null)
    else change.mutate({ ...typed, text: typed.text.trim() })
  }
  const choose = (isMine: boolean) => {
    if (isMine && typed !== null) change.mutate({ text: typed.text.trim(), seen: theirs ?? '' })
    else keep(null)
    change.dismissConflict()
  }
  return (
    <div ref={field}>
      <TextArea
        label="Note"
        aside="only the desk sees this"
        className={styles.note}
        maxLength={4000}
        value={text}
        hint={
          typed === null ? null : 'Kept on this device. The desk gets it when you leave the field.'
        }
        onChange={({ currentTarget: { value } }) =>
          keep({ text: value, seen: typed?.seen ?? text })
        }
        onBlur={save}
      />
      {theirs !== null && (
        <div className={`${panelStyles.panel} ${panelStyles.bad}`} role="alert">
          <p>
            {theirs === '' ? (
              'Somebody has taken the old note away.'
            ) : (
              <>
                It has become <b>“{theirs}”</b>.
              </>
            )}
          </p>
          <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
            <Button look="quiet" onClick={() => choose(true)}>
              Keep mine
            </Button>
            <Button look="quiet" onClick={() => choose(false)}>
              Use theirs
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
