import { type SubmitEvent, useState } from 'react'
import { longestDetail, readDetails, saveDetails } from '../../features/account/account-details.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
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
    <section className="section tint-skim" aria-labelledby="your-details">
      <div className={`wrap ${styles.split}`}>
        <div>
          <h2 className="h2" id="your-details">
            Your details
          </h2>
          <p>Kept on this device only, to fill in forms for you. We don’t get a copy.</p>
        </div>
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
      </div>
    </section>
  )
}
