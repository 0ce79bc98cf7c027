import { unwrapResponse, client } from '../../data/client.ts'
import { NoteField } from '../../features/notes/note-field.tsx'
import { type Person, personKey } from '../../features/people/queries.ts'
import layoutStyles from '../../ui/layout.module.css'

/** Shows the internal note about a person. */
export function PersonNote({
  person: { email, note },
  isFocused,
}: {
  person: Person
  isFocused: boolean
}) {
  return (
    <div className={layoutStyles.spaceAbove}>
      <NoteField
        key={email}
        about={email}
        note={note}
        isFocused={isFocused}
        send={(text, seen) =>
          unwrapResponse(
            client.rpc('desk_note_person', { p_email: email, p_note: text, p_seen: seen }),
          )
        }
        touches={[personKey(email)]}
      />
    </div>
  )
}
