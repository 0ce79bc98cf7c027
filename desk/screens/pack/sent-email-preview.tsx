import { useState } from 'react'
import { normaliseTrackingNumber, getTrackingUrl } from '../../../domain/carriers.ts'
import { business } from '../../../domain/business.ts'
import { parcelEmailTexts } from '../../../domain/parcel-email-texts.ts'
import type { Slip } from '../../features/packing/parcels.ts'
import { formatChosenJars } from '../../features/packing/recipe-choices.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './sent-mail.module.css'

interface SentEmailPreviewProps {
  slips: readonly Slip[]
  carrier: string
  trackingOf: (number: number) => string
}

const firstName = (slip: Slip | undefined): string => slip?.address?.name?.split(' ')[0] ?? 'they'

/** Preview of the email that shoppers get ten minutes after their order is marked as sent, one order at a time. */
export function SentEmailPreview({ slips, carrier, trackingOf }: SentEmailPreviewProps) {
  const [at, setAt] = useState(0)
  const slip = slips[at % slips.length]
  const next = slips[(at + 1) % slips.length]
  if (!slip) return null
  const number = normaliseTrackingNumber(trackingOf(slip.number))
  const page = getTrackingUrl(carrier, number)
  return (
    <div>
      <div className={`${textStyles.sectionHead} ${layoutStyles.spaceAboveLarge}`}>
        <h2 className={textStyles.heading}>What {firstName(slip)} will read</h2>
        {slips.length > 1 && (
          <button type="button" className={buttonStyles.textButton} onClick={() => setAt(at + 1)}>
            Next: {firstName(next)}
          </button>
        )}
      </div>
      <div className={styles.mail}>
        <div className={styles.sheet}>
          <p className={`${textStyles.fine} ${styles.head}`}>
            <b>{business.tradingName}</b>
            <br />
            <b>{parcelEmailTexts.subject(slip.number)}</b>
          </p>
          <p className={styles.title}>{parcelEmailTexts.title}</p>
          <p>{parcelEmailTexts.lead(slip.number, carrier)}</p>
          {number !== '' && !number.startsWith('https://') && (
            <p>
              {parcelEmailTexts.tracking} <b>{number}</b>.
            </p>
          )}
          {page !== null && (
            <p>
              <a className={textStyles.highlight} href={page} target="_blank" rel="noreferrer">
                Follow your parcel
              </a>
            </p>
          )}
          <p className={styles.lines}>
            {slip.lines.map(({ position, name, size, pieces }) => (
              <span key={position}>
                {pieces} {name}
                {size !== null && `, size ${size}`}
              </span>
            ))}
          </p>
          {slip.lines.some(({ isCorrected }) => isCorrected) && (
            <p className={layoutStyles.spaceAbove}>
              And that the label was wrong when it was ordered, with the right one.
            </p>
          )}
          {slip.lines.some(({ recipe }) => recipe !== null) && (
            <p className={layoutStyles.spaceAbove}>
              And which recipe is in it, with its label: {recipesText(slip)}.
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Returns the recipes as the email names them: 'Loose Lips, new jar'. */
function recipesText({ lines }: Slip): string {
  return lines
    .flatMap(({ name, recipe }) => {
      if (recipe === null) return []
      return [`${name}, ${formatChosenJars(recipe) || 'old jar or new?'}`]
    })
    .join('; ')
}
