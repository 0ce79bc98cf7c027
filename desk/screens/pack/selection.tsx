import { leadingNumber } from '../../../domain/number-words.ts'
import { type Parcel, piecesOf } from '../../features/packing/parcels.ts'

/** On a laptop, beside the list: the selected orders, and the waiting ones that are not selected. */
export function Chosen({ parcels, rest }: { parcels: readonly Parcel[]; rest: readonly Parcel[] }) {
  const reasons = rest.flatMap(({ number, note, isBox }) => {
    if (note !== null) return [`${number} has a note`]
    return isBox ? [`${number} is a box`] : []
  })
  const isOne = rest.length === 1
  const pieces = piecesOf(parcels.flatMap(({ lines }) => lines))
  return (
    <div className="only-l">
      <div className="pan pan--b chosen">
        <p className="h2">Chosen</p>
        <p className="chosen-sum">
          <span className="num">{parcels.length}</span> {parcels.length === 1 ? 'order' : 'orders'}
          <span className="num">{pieces}</span> {pieces === 1 ? 'piece' : 'pieces'}
        </p>
        {parcels.length > 0 && rest.length > 0 && (
          <p className="sub">
            {leadingNumber(rest.length)} {isOne ? 'stays' : 'stay'} behind
            {reasons.length > 0 && `: ${reasons.join(', ')}`}.
          </p>
        )}
      </div>
      <p className="sub mt">
        <span className="kbd">J</span> <span className="kbd">K</span> move ·{' '}
        <span className="kbd">X</span> choose · <span className="kbd">⇧ A</span> choose all ·{' '}
        <span className="kbd">Enter</span> go on
      </p>
    </div>
  )
}
