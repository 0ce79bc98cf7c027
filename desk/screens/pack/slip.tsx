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
      {slip.gift && <Badge {...slip.gift} />}
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

/** Of a present; a slip shows no prices anyway. */
function Badge({ to, from, note }: NonNullable<Slip['gift']>) {
  return (
    <p className="slip-badge">
      {to !== null && (
        <span>
          To <b>{to}</b>
        </span>
      )}
      {from !== null && (
        <span>
          From <b>{from}</b>
        </span>
      )}
      {note !== null && <q>{note}</q>}
    </p>
  )
}

function Label({ text }: { text: string }) {
  return labelParts(text).map((part, at) =>
    part.strong ? <b key={at}>{part.text.toUpperCase()}</b> : part.text,
  )
}
