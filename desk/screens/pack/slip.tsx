import { labelParts } from '../../../domain/mark-allergens.ts'
import { business } from '../../../domain/business.ts'
import { shortDayText } from '../../../domain/day-text.ts'
import { addressLines } from '../../../domain/parcel-csv.ts'
import { parcelLabel } from '../../../domain/parcel-label.ts'
import type { Slip } from './parcels.ts'

/** What lies in a parcel, with the allergens of the day of its order in bold capitals. */
export function PackingSlip({ slip, isHere }: { slip: Slip; isHere: boolean }) {
  const { number, placedAt, address, lines } = slip
  const { recipes, kitchen } = parcelLabel(lines.map(({ allergens }) => allergens))
  return (
    <article className={isHere ? 'slip is-here' : 'slip'} aria-label={`Slip of order ${number}`}>
      <div className="slip-head">
        <img src="/generated/art/wordmark.svg" alt={business.tradingName} />
        <span className="tel">{number}</span>
      </div>
      {address && (
        <p className="slip-address">
          <b>{address.name}</b>
          {addressLines(address).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
      <ul className="slip-lines">
        {lines.map(({ position, name, size, net, pieces }, at) => (
          <li key={position}>
            <span className="slip-line">
              <b>{pieces} ×</b>
              <span>
                {name}
                {size !== null && `, size ${size}`}
                {net !== null && `, ${net}`}
              </span>
            </span>
            <span className="slip-allergens">
              <Label text={recipes[at] ?? '**Allergens not known: ask us before you eat it.**'} />
            </span>
          </li>
        ))}
      </ul>
      <p className="slip-kitchen">
        {kitchen.map((words) => (
          <span key={words}>
            <Label text={words} />{' '}
          </span>
        ))}
        Allergens as they were when you ordered, {shortDayText(placedAt)}.
      </p>
      <p className="slip-foot">
        {business.legalName}, {business.companyNumber} · {business.registeredOffice} ·{' '}
        {business.email}
      </p>
    </article>
  )
}

function Label({ text }: { text: string }) {
  return labelParts(text).map((part, at) =>
    part.strong ? <b key={at}>{part.text.toUpperCase()}</b> : part.text,
  )
}
