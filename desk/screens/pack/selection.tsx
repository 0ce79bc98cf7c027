import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import { type Parcel, countPieces } from '../../features/packing/parcels.ts'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './selection.module.css'

/** Shown on laptops beside the list of orders: the selected orders, and the waiting ones that are not selected. */
export function SelectedOrders({
  parcels,
  rest,
}: {
  parcels: readonly Parcel[]
  rest: readonly Parcel[]
}) {
  const reasons = rest.flatMap(({ number, note, isBox }) => {
    if (note !== null) return [`${number} has a note`]
    return isBox ? [`${number} is a box`] : []
  })
  const isOne = rest.length === 1
  const pieces = countPieces(parcels.flatMap(({ lines }) => lines))
  return (
    <div className={layoutStyles.laptopOnly}>
      <div className={`${panelStyles.panel} ${panelStyles.butter} ${styles.chosen}`}>
        <p className={textStyles.heading}>Chosen</p>
        <p className={styles.sum}>
          <span className={textStyles.figure}>{parcels.length}</span>{' '}
          {parcels.length === 1 ? 'order' : 'orders'}
          <span className={textStyles.figure}>{pieces}</span> {pieces === 1 ? 'piece' : 'pieces'}
        </p>
        {parcels.length > 0 && rest.length > 0 && (
          <p className={textStyles.detail}>
            {formatCapitalisedNumberWord(rest.length)} {isOne ? 'stays' : 'stay'} behind
            {reasons.length > 0 && `: ${reasons.join(', ')}`}.
          </p>
        )}
      </div>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
        <span className={textStyles.key}>J</span> <span className={textStyles.key}>K</span> move ·{' '}
        <span className={textStyles.key}>X</span> choose ·{' '}
        <span className={textStyles.key}>⇧ A</span> choose all ·{' '}
        <span className={textStyles.key}>Enter</span> go on
      </p>
    </div>
  )
}
