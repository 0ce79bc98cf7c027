import { type SubmitEvent, useState } from 'react'
import { parseJson, textOf } from '../../features/browser/json.ts'
import { localStore } from '../../features/browser/storage.ts'
import { storageKeys } from '../../features/browser/storage-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './account-settings.module.css'

/** Name, address and additional info: kept on this device only. */
export function Details() {
  const [details, setDetails] = useState(readDetails)
  const [saved, setSaved] = useState(false)
  const change = (changes: Partial<typeof details>) => {
    setDetails({ ...details, ...changes })
    setSaved(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saveDetails(details)
    setSaved(true)
  }
  return (
    <Section
      className="tint-skim"
      row={styles.split}
      id="your-details"
      head
      title="Your details"
      lead={<p>Kept on this device only, to fill in forms for you. We don’t get a copy.</p>}
    >
      <form method="post" onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={longestDetail}
          value={details.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Field
          label="Address"
          name="address"
          autoComplete="street-address"
          maxLength={longestDetail}
          value={details.address}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
        <TextAreaField
          label="Additional info"
          name="info"
          maxLength={longestDetail}
          placeholder="Buzzer is broken. Shout."
          value={details.info}
          onChange={(event) => change({ info: event.currentTarget.value })}
        />
        <div className="row">
          <Button type="submit">Save</Button>
          <output>{saved ? 'Saved on this device.' : ''}</output>
        </div>
      </form>
    </Section>
  )
}

/** What the account page keeps on this device; it is never sent anywhere. */
interface AccountDetails {
  name: string
  address: string
  info: string
}

const longestDetail = 500

function readDetails(): AccountDetails {
  const kept = parseJson(localStore.get(storageKeys.accountDetails))
  return {
    name: detailIn(kept, 'name'),
    address: detailIn(kept, 'address'),
    info: detailIn(kept, 'info'),
  }
}

function saveDetails(details: AccountDetails): void {
  localStore.set(storageKeys.accountDetails, JSON.stringify(details))
}

function detailIn(value: unknown, name: keyof AccountDetails): string {
  return textOf(value, name)?.slice(0, longestDetail) ?? ''
}
