import { useState } from 'react'
import { useLocation } from 'react-router'
import { dayText } from '../../../domain/day-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useDraft } from '../../data/drafts.ts'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { TaskHeader } from '../../features/navigation/task.tsx'
import { Boxes, Carts, DiscountCode, Enquiries, Orders } from './purchases.tsx'
import { DataRequests } from './data-requests.tsx'
import { PersonNote } from './note.tsx'
import { type Person, usePerson, decodeFragment } from '../../features/people/queries.ts'
import { Consents, PersonMails } from './consents.tsx'
import { ComposeMail } from './compose-mail.tsx'
import buttonStyles from '../../ui/button.module.css'
import docketStyles from '../../ui/docket.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './people.module.css'

/** The screen of one person, with all of their data on one page. */
export function Screen() {
  const email = decodeFragment(useLocation().hash)
  const person = usePerson(email)
  return (
    <QueryBoundary query={person} things="The person">
      {(found) =>
        found === null ? (
          <EmptyState
            mascot="garlic-shrug"
            title="Nobody by that address"
            text="The shop holds nothing about them."
          />
        ) : (
          <One key={found.email} person={found} />
        )
      }
    </QueryBoundary>
  )
}

function One({ person }: { person: Person }) {
  const { email, name, address, since } = person
  const [isWriting, setWriting] = useState(false)
  const [typed] = useDraft(`note:${email}`)
  const [isNoting, setNoting] = useState(false)
  const hasNote = person.note !== '' || typed !== ''
  const { line1, line2, city, postcode } = address ?? {}
  const lives = [line1, line2, [city, postcode].filter(Boolean).join(' ')].filter(Boolean)
  return (
    <>
      <TaskHeader title={name ?? email} />
      <div className={layoutStyles.columns}>
        <div>
          <div className={`${docketStyles.docket} ${styles.docket}`}>
            {lives.length > 0 && <p className={textStyles.subheading}>{lives.join(', ')}</p>}
            <p className={textStyles.detail}>
              {email}
              {since ? ` · account since ${dayText(since)}` : ' · no account'}
            </p>
            <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
              <Button look="quiet" onClick={() => setWriting(true)}>
                <Icon name="mail" small /> Write
              </Button>
              {!hasNote && (
                <Button look="quiet" onClick={() => setNoting(true)} aria-expanded={isNoting}>
                  <Icon name="note" small /> Note
                </Button>
              )}
            </div>
          </div>
          {(isNoting || hasNote) && <PersonNote person={person} isFocused={isNoting} />}
          <Orders person={person} />
          <Boxes boxes={person.boxes} />
          <Carts carts={person.carts} />
          <Enquiries enquiries={person.enquiries} />
        </div>
        <div>
          <Consents consents={person.consents} />
          <PersonMails mails={person.mails} />
          <DiscountCode code={person.code} />
          <DataRequests person={person} />
        </div>
      </div>
      {isWriting && <ComposeMail email={email} close={() => setWriting(false)} />}
    </>
  )
}
