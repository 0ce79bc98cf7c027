import { type ChangeEvent, useState } from 'react'
import { giftMaxLengths } from '../../../domain/gift-limits.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { Field } from '../../ui/field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import styles from './gift-note.module.css'
import { changeGiftBadge, type GiftBadgeTexts, readGiftBadge } from './gift-badge-texts.ts'

/** The recipient, the sender and a note for a badge in the parcel. The text stays in this browser until the checkout sends it. */
export function GiftNote() {
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState<GiftBadgeTexts | null>(null)
  const gift = typed ?? (isHydrated ? readGiftBadge() : null)
  const line = (name: keyof GiftBadgeTexts) => ({
    name: `gift-${name}`,
    autoComplete: 'off',
    maxLength: giftMaxLengths[name],
    value: gift?.[name] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped(changeGiftBadge(name, event.currentTarget.value)),
  })
  return (
    <details className={styles.gift} open={gift !== null || undefined}>
      <summary>Is it a present?</summary>
      <p>
        We’ll pop a badge with your words in the parcel. There are no prices on our slip. The next
        page, where you pay, asks for the address: give your friend’s there. Our emails about it
        come to you.
      </p>
      <Field label="To" {...line('to')} />
      <Field label="From" {...line('from')} />
      <TextAreaField label="A note" rows={3} {...line('note')} />
    </details>
  )
}
