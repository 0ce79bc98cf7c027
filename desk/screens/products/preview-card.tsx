import { getLabelParts } from '../../../domain/mark-allergens.ts'
import { labelText } from '../../../domain/label-text.ts'
import { formatPence } from '../../../domain/money.ts'
import { isFood } from '../../../domain/product-gaps.ts'
import { getSmallPhotoUrl } from '../../../domain/photo-names.ts'
import { unitPriceText } from '../../../domain/quantity.ts'
import { Status } from '../../ui/status.tsx'
import { toLabelRow, toPayload, toSellable, type ProductFormValues } from './product-form.ts'
import type { ProductContent } from './stored-content.ts'
import { HeatBars } from './heat.tsx'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import heatStyles from './heat.module.css'
import styles from './preview-card.module.css'

const star =
  'M60 3L71 15L86 6L90 20L110 17L104 32L118 43L104 53L112 69L93 69L90 84L74 77L61 90L49 77L32 85L29 69L9 70L16 54L2 45L15 33L8 18L29 20L33 6L48 15Z'

interface PreviewProps {
  values: ProductFormValues
  base: ProductContent | null
  number: number | null
  tint: string
}

/** The product as shoppers see it. */
export function PreviewCard(props: PreviewProps) {
  const { values, base, number, tint } = props
  const { price, net } = toSellable(values)
  const [photo] = values.photos
  const label = isFood(values.category) ? labelOf(values, base) : null
  const amount = net === null ? null : { amount: net, unit: values.unit }
  const facts = [
    net === null ? null : `${net} ${values.unit}`,
    unitPriceText({ price, net: amount }),
  ]
  return (
    <>
      <p className={`${fieldStyles.label} ${layoutStyles.spaceAboveLarge}`}>As shoppers see it</p>
      <div className={panelStyles.panel}>
        <div className={styles.card} style={{ '--k': `var(--${tint})` }}>
          <div className={styles.field}>
            <span className={styles.number}>
              {number === null ? '' : String(number).padStart(2, '0')}
            </span>
            {photo && <img src={getSmallPhotoUrl(photo.src)} alt="" />}
            {values.shelf === 'live' && price !== null && (
              <span className={styles.price}>
                <svg viewBox="0 0 120 92" preserveAspectRatio="none" aria-hidden="true">
                  <path d={star} fill="var(--lime)" stroke="var(--ink)" strokeWidth="2.6" />
                </svg>
                <b>{formatPence(price)}</b>
              </span>
            )}
          </div>
          <p className={styles.name}>{values.name || 'No name yet'}</p>
          <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>{values.tagline}</p>
          {values.shelf !== 'live' && (
            <p className={layoutStyles.spaceAboveSmall}>
              <Status of={values.shelf} />
            </p>
          )}
          {values.heat > 0 && (
            <p className={heatStyles.line}>
              <HeatBars heat={values.heat} /> Heat {values.heat} of 6
            </p>
          )}
          <p className={textStyles.detail}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
          {label !== null && (
            <p className={textStyles.detail}>
              {getLabelParts(label).map((part, index) =>
                part.strong ? <b key={index}>{part.text}</b> : part.text,
              )}
            </p>
          )}
        </div>
      </div>
    </>
  )
}

/** Returns the label as shoppers will read it. */
function labelOf(values: ProductFormValues, base: ProductContent | null): string {
  return labelText(toLabelRow(toPayload(values, base))) ?? 'Allergens: not known yet.'
}
