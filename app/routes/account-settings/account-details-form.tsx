import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { findUndeliverableArea } from '../../../domain/delivery-area.ts'
import { parseJson, getTextField } from '../../features/browser/json.ts'
import { localStore } from '../../features/browser/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { SettingsSection } from './settings-section.tsx'

export function AccountDetailsForm() {
  const [details, setDetails] = useState(readDetails)
  const elsewhere = findUndeliverableArea(details.address)
  /** The number of the save that the fields have not changed since, or null. */
  const [savedId, setSavedId] = useState<number | null>(null)
  const field = (name: keyof AccountDetails) => ({
    name,
    maxLength: longestDetail,
    value: details[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const typed = { ...details, [name]: currentTarget.value }
      setDetails(typed)
      setSavedId(null)
      // Stored on every change, so that leaving the page without a press on Save loses nothing.
      localStore.set('account_details', JSON.stringify(typed))
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    localStore.set('account_details', JSON.stringify(details))
    setSavedId((id) => (id ?? 0) + 1)
  }
  return (
    <SettingsSection
      id="your-details"
      title="Your details"
      lead="Kept on this device only, to fill in forms for you. We don’t get a copy."
    >
      <form method="post" onSubmit={submit}>
        <Field label="Name" autoComplete="name" {...field('name')} />
        <Field
          label="Address"
          autoComplete="street-address"
          {...field('address')}
          hint={elsewhere === null ? undefined : `We can’t deliver to ${elsewhere} yet.`}
        />
        <TextAreaField
          label="Additional info"
          placeholder="Buzzer is broken. Shout."
          {...field('info')}
        />
        <div className="row">
          <Button type="submit">Save</Button>
          {/* The key inserts the text again after another save, because a screen reader does not announce it otherwise. */}
          <output>{savedId !== null && <span key={savedId}>Saved on this device.</span>}</output>
        </div>
      </form>
    </SettingsSection>
  )
}

type AccountDetails = Record<'name' | 'address' | 'info', string>

const longestDetail = 500

function readDetails(): AccountDetails {
  const kept = parseJson(localStore.get('account_details'))
  const detail = (name: keyof AccountDetails) =>
    getTextField(kept, name)?.slice(0, longestDetail) ?? ''
  return { name: detail('name'), address: detail('address'), info: detail('info') }
}
