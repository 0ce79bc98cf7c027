import { business } from '../../../domain/business.ts'
import { shortDayText } from '../../../domain/day-text.ts'
import { formatAddressLines } from '../../../domain/parcel-csv.ts'
import { createParcelAllergenLabels } from '../../../domain/parcel-label.ts'
import type { Slip } from '../../features/packing/parcels.ts'
import {
  needsRecipeChoice,
  getChosenOptions,
  getRecipeHeading,
} from '../../features/packing/recipe-choices.ts'
import { LabelText } from './label-text.tsx'
import textStyles from '../../ui/text.module.css'
import styles from './slip.module.css'

interface LineLabel {
  /** The heading that names the recipe; null when only the recipe of the order is packed, with the label of the order. */
  jar: string | null
  allergens: string | null
}

/** Returns the labels of all recipes that are packed for a line; until a recipe is chosen, those of all possible ones. */
function labelsOf({ recipe, allergens, isCorrected }: Slip['lines'][number]): LineLabel[] {
  const corrected = isCorrected ? 'Label corrected' : null
  if (recipe === null) return [{ jar: corrected, allergens }]
  const options = needsRecipeChoice(recipe) ? recipe.options : getChosenOptions(recipe)
  return options.map((option) => ({
    jar:
      option.isAsOrdered && options.length === 1
        ? corrected
        : getRecipeHeading(option, recipe.options),
    allergens: option.allergens,
  }))
}

/** A packing slip: the contents of a parcel, with the allergens of the packed recipes in bold capitals. */
export function PackingSlip({ slip, isHere }: { slip: Slip; isHere: boolean }) {
  const { number, placedAt, address, lines } = slip
  const labels = lines.map(labelsOf)
  const { recipes, kitchen } = createParcelAllergenLabels(
    labels.flat().map(({ allergens }) => allergens),
  )
  const startOf = (at: number) => labels.slice(0, at).flat().length
  const isAsOrdered = labels.flat().every(({ jar }) => jar === null)
  return (
    <article
      className={isHere ? `${styles.slip} ${styles.shown}` : styles.slip}
      aria-label={`Slip of order ${number}`}
    >
      <div className={styles.head}>
        <img src="/generated/art/wordmark.svg" alt={business.tradingName} />
        <span className={`${textStyles.teletype} ${styles.number}`}>{number}</span>
      </div>
      {address && (
        <p className={styles.address}>
          <b>{address.name}</b>
          {formatAddressLines(address).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
      {slip.gift && <Badge {...slip.gift} />}
      <ul className={styles.lines}>
        {lines.map(({ position, name, size, net, pieces }, at) => (
          <li key={position}>
            <span className={styles.line}>
              <b>{pieces} ×</b>
              <span>
                {name}
                {size !== null && `, size ${size}`}
                {net !== null && `, ${net}`}
              </span>
            </span>
            {lines[at]?.recipe && needsRecipeChoice(lines[at].recipe) && (
              <b data-allergens className={styles.allergens}>
                Not to be sent yet: old jar or new?
              </b>
            )}
            {labels[at]?.map(({ jar }, nth) => (
              <span key={nth} data-allergens className={styles.allergens}>
                {jar !== null && <b>{jar}: </b>}
                <LabelText
                  text={
                    recipes[startOf(at) + nth] ??
                    '**Allergens not known: ask us before you eat it.**'
                  }
                />
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p className={styles.kitchen}>
        {kitchen.map((words) => (
          <span key={words}>
            <LabelText text={words} />{' '}
          </span>
        ))}
        {isAsOrdered
          ? `Allergens as they were when you ordered, ${shortDayText(placedAt)}.`
          : 'Where it says so, the recipe or its label is not the one that you ordered: please read its allergens.'}
      </p>
      <p className={styles.foot}>
        {business.legalName}, {business.companyNumber} · {business.registeredOffice} ·{' '}
        {business.email}
      </p>
    </article>
  )
}

/** The gift badge of a packing slip. Prices need not be hidden for it, because no slip has prices. */
function Badge({ to, from, note }: NonNullable<Slip['gift']>) {
  return (
    <p className={styles.badge}>
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
