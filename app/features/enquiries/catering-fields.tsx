import { useState } from 'react'
import { londonDay } from '../../../domain/dates.ts'
import { lastEventDay } from '../../../domain/enquiry.ts'
import { limits } from '../../../domain/validation.ts'
import { Field, TextAreaField } from '../../ui/field.tsx'
import styles from './enquiry.module.css'
import { fieldProps, type FieldsProps, useFocusOnFirst } from './field-props.ts'

/** The length of an address is not capped: one that is too long is refused, never cut. */
export function CateringFields(props: FieldsProps) {
  useFocusOnFirst('name')
  const [today] = useState(readToday)
  const field = (name: string) => fieldProps(name, props)
  return (
    <>
      <Field label="Name" autoComplete="name" required maxLength={limits.name} {...field('name')} />
      <Field label="E-mail" type="email" autoComplete="email" required {...field('email')} />
      <div className={styles.pair}>
        <Field
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          maxLength={limits.text}
          {...field('phone')}
        />
        <Field
          label="Date (optional)"
          type="date"
          min={today}
          max={lastEventDay(today)}
          {...field('date')}
        />
        <Field
          label="Type of event"
          required
          maxLength={limits.text}
          placeholder="Wedding, birthday"
          {...field('eventType')}
        />
        <Field
          label="Guests"
          required
          maxLength={limits.text}
          placeholder="About 40"
          {...field('guestCount')}
        />
      </div>
      <TextAreaField
        label="What you have in mind"
        required
        rows={4}
        maxLength={limits.message}
        {...field('message')}
      />
    </>
  )
}

function readToday(): string {
  return londonDay(Date.now())
}
