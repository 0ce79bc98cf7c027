import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { type Person, personKey } from './people.ts'

interface Turn {
  note: string
  seen: string
  isUndo?: boolean
}

/** What the desk notes about somebody; it is kept when the field is left. */
export function Note({ email, note }: Pick<Person, 'email' | 'note'>) {
  const queries = useQueryClient()
  const [typed, type] = useState<string | null>(null)
  const { mutate } = useChange({
    send: ({ note: next, seen }: Turn) =>
      ask(client.rpc('desk_note_person', { p_email: email, p_note: next, p_seen: seen })),
    touches: [personKey(email)],
    show: ({ note: next }) => {
      const before = queries.getQueryData<Person>(personKey(email))
      if (before) queries.setQueryData(personKey(email), { ...before, note: next })
      return () => {
        queries.setQueryData(personKey(email), before)
        type(next)
      }
    },
    done: ({ note: next, seen, isUndo }) =>
      isUndo
        ? null
        : {
            text: 'The note is kept.',
            undo: () => mutate({ note: seen, seen: next, isUndo: true }),
          },
  })
  return (
    <div className="mt">
      <TextArea
        label={
          <>
            Note <span className="sub">(only the desk sees this)</span>
          </>
        }
        maxLength={4000}
        value={typed ?? note}
        onChange={({ currentTarget: { value } }) => type(value)}
        onBlur={() => {
          const next = typed?.trim()
          type(null)
          if (next !== undefined && next !== note) mutate({ note: next, seen: note })
        }}
      />
    </div>
  )
}
