import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as v from 'valibot'
import { cleanEmailAddress } from '../../../domain/pasted.ts'
import { getPersonDataFileName } from '../../../domain/personal-data-words.ts'
import { unwrapResponse, client, invokeFunction } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { shopNow } from '../../lib/clock.ts'
import { removeDrafts } from '../../data/drafts.ts'
import { sendWithFreshCode } from '../../features/sign-in/fresh-code.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { SectionHeading } from './purchases.tsx'
import { type ErasureBlocker, getErasureBlockers } from './erasure-blockers.ts'
import type { Person } from '../../features/people/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

/** Buttons that export all data of a person, and erase the person. */
export function DataRequests({ person }: { person: Person }) {
  const { email } = person
  const [isErasing, setErasing] = useState(false)
  const copy = useDeskMutation({
    send: () => unwrapResponse(client.rpc('desk_export_person', { p_email: email })),
    invalidates: [],
    successToast: (_, data) => {
      save(data, getPersonDataFileName(email, shopNow()))
      return { text: 'The copy is in your downloads. Don’t send it to anybody but them.' }
    },
  })
  return (
    <>
      <SectionHeading title="Their data" />
      <div className={buttonStyles.group}>
        <Button look="quiet" onClick={() => copy.mutate()} disabled={copy.isPending}>
          <Icon name="save" small /> All of it
        </Button>
        <Button look="destroy" onClick={() => setErasing(true)}>
          Erase…
        </Button>
      </div>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        Orders stay for the tax years, without their name.
      </p>
      {isErasing && (
        <Erase
          email={email}
          hindrances={getErasureBlockers(person)}
          close={() => setErasing(false)}
        />
      )}
    </>
  )
}

const erasedSchema = (email: string) =>
  v.object({ success: v.literal(true), email: v.literal(email) })

interface EraseProps {
  email: string
  hindrances: ErasureBlocker[]
  close: () => void
}

function Erase({ email, hindrances, close }: EraseProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [typed, type] = useState('')
  const erase = useDeskMutation({
    requiresConnection: true,
    send: (words: string) =>
      sendWithFreshCode(() =>
        invokeFunction('desk-person', { email, typed: words }, erasedSchema(email)),
      ),
    invalidates: [['enquiries']],
    successToast: () => {
      // Erasing a person also removes their drafts from this device.
      removeDrafts(`:${email}`)
      queries.removeQueries({ queryKey: ['orders'] })
      queries.removeQueries({ queryKey: ['enquiries'], type: 'inactive' })
      void navigate('/people')
      return { text: 'Erased. Their orders stay, without a name.' }
    },
  })
  return (
    <Dialog title="Erase this person?" slab="coral" isOpen onClose={close}>
      {hindrances.length === 0 ? (
        <form
          className={layoutStyles.spaceAbove}
          onSubmit={(event) => {
            event.preventDefault()
            erase.mutate(typed)
          }}
        >
          <p>
            Name, address, account, enquiries, mails, consents, carts, code and notes go, here and
            for good. Orders stay for the tax years, without their name. Cannot be undone.
          </p>
          <div className={layoutStyles.spaceAbove}>
            <Field
              label={`Type ${email}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget: { value } }) => type(value)}
            />
          </div>
          <div className={buttonStyles.group}>
            <Button look="quiet" onClick={close}>
              Keep
            </Button>
            <OnlineButton
              what="Erase"
              look="destroy"
              type="submit"
              disabled={cleanEmailAddress(typed).toLowerCase() !== email || erase.isPending}
            >
              Erase
            </OnlineButton>
          </div>
        </form>
      ) : (
        <>
          <p className={layoutStyles.spaceAbove}>Not yet. Sort this out first:</p>
          <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
            {hindrances.map(({ title, text, to }) => (
              <li key={title}>
                <Link className={rowStyles.row} to={to}>
                  <span className={rowStyles.main}>
                    <span className={rowStyles.title}>{title}</span>
                    <span className={rowStyles.detail}>{text}</span>
                  </span>
                  <Icon name="on" small />
                </Link>
              </li>
            ))}
          </ul>
          <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
            <Button look="quiet" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function save(data: unknown, name: string): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
