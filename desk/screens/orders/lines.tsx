import { getLabelParts } from '../../../domain/mark-allergens.ts'
import { formatPence } from '../../../domain/money.ts'
import {
  type CorrectedLine,
  formatJarInSentence,
  type PackedRecipe,
  type RecipeChoice,
  getRecipeHeading,
} from '../../features/packing/recipe-choices.ts'
import { useRecipeChoices } from '../../features/packing/use-recipe-choices.ts'
import { RecipeFlag } from '../../features/packing/recipe-flags.tsx'
import type { Order, OrderLine } from '../../features/orders/queries.ts'
import definitionListStyles from '../../ui/definition-list.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import thumbStyles from '../../ui/thumb.module.css'
import styles from './lines.module.css'

/** Shows the lines of an order, with the allergens at the time of the order and the amounts paid. */
export function OrderLines({ order }: { order: Order }) {
  const { lines, subtotal, discount, deliveryName, deliveryPrice, total, refunded } = order
  const { data: recipes } = useRecipeChoices(order.number)
  const isOf = (line: OrderLine) => (one: { position: number }) => one.position === line.position
  return (
    <>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>{piecesText(lines)}</h2>
        <span className={textStyles.detail}>allergens as ordered</span>
      </div>
      <ul className={`${rowStyles.rows} ${styles.lines}`}>
        {lines.map((line) => (
          <Line
            key={line.position}
            line={line}
            choice={recipes?.choices.find(isOf(line))}
            packed={recipes?.packed.filter(isOf(line)) ?? []}
            corrected={recipes?.corrected.filter(isOf(line)) ?? []}
          />
        ))}
      </ul>
      <dl className={`${definitionListStyles.list} ${styles.sums} ${layoutStyles.spaceAbove}`}>
        <dt>Goods</dt>
        <dd>{formatPence(subtotal)}</dd>
        {discount > 0 && (
          <>
            <dt>Discount{order.code && `, code ${order.code}`}</dt>
            <dd>− {formatPence(discount)}</dd>
          </>
        )}
        <dt>{deliveryName} delivery</dt>
        <dd>{formatPence(deliveryPrice)}</dd>
        <dt className={styles.total}>{order.isPaid ? 'Paid' : 'To pay'}</dt>
        <dd className={styles.total}>{formatPence(total)}</dd>
        {refunded > 0 && (
          <>
            <dt>Paid back</dt>
            <dd>− {formatPence(refunded)}</dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Returns '3 pieces', or '2 of 3 pieces' once some have been refunded. */
function piecesText(lines: readonly OrderLine[]): string {
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const gone = lines.reduce((sum, line) => sum + line.gone, 0)
  const text = all === 1 ? '1 piece' : `${all} pieces`
  return gone === 0 ? text : `${all - gone || 'None'} of ${text}`
}

interface LineProps {
  line: OrderLine
  /** Set while the line waits to be sent and its label has changed since the order. */
  choice: RecipeChoice | undefined
  /** The recipes that were packed for this line; empty if its label had not changed since the order. */
  packed: PackedRecipe[]
  /** The right label, if the one of the order was wrong. */
  corrected: CorrectedLine[]
}

function Line({ line, choice, packed, corrected }: LineProps) {
  const { name, quantity, unitAmount, size, net, gone } = line
  const details = [net, size && `size ${size}`, `${formatPence(unitAmount)} each`].filter(Boolean)
  return (
    <li>
      <div className={styles.line}>
        <LineThumbnail line={line} />
        <div className={styles.words}>
          <p className={textStyles.subheading}>
            {quantity} × {name}
          </p>
          <p className={textStyles.detail}>{details.join(' · ')}</p>
          {gone > 0 && <p className={textStyles.detail}>{gone} paid back</p>}
        </div>
        <b>{formatPence(unitAmount * quantity)}</b>
      </div>
      <Allergens text={line.allergens} />
      {corrected.map(({ allergens }, at) => (
        <div key={at}>
          <p className={textStyles.detail}>That label was wrong. The right one:</p>
          <Allergens text={allergens} />
        </div>
      ))}
      {packed.map((jar, at) => (
        <div key={at}>
          <p className={textStyles.detail}>
            {packed.filter(({ part }) => part === jar.part).length > 1 ? 'Some of the ' : 'The '}
            {formatJarInSentence(jar, packed)} went in
            {jar.part !== null && ', in the part sent first'}
          </p>
          {!jar.isAsOrdered && <Allergens text={jar.allergens} />}
        </div>
      ))}
      {choice && (
        <>
          <RecipeFlag question={choice} />
          {choice.options
            .filter(({ isAsOrdered, version }) => !isAsOrdered && isGoingIn(choice, version))
            .map((option) => (
              <div key={option.version}>
                <p className={textStyles.detail}>{getRecipeHeading(option, choice.options)}:</p>
                <Allergens text={option.allergens} />
              </div>
            ))}
        </>
      )}
    </li>
  )
}

/** Returns true when this recipe version goes into the line: every version until one is chosen. */
const isGoingIn = ({ chosen }: RecipeChoice, version: number): boolean =>
  chosen.length === 0 || chosen.includes(version)

/** Shows the allergens of a label in bold capitals. */
function Allergens({ text }: { text: string | null }) {
  return (
    <p className={styles.allergens}>
      {getLabelParts(text || '**Allergens not known**').map(({ strong, text: piece }, at) =>
        strong ? <b key={at}>{piece.toUpperCase()}</b> : <span key={at}>{piece}</span>,
      )}
    </p>
  )
}

export function LineThumbnail({ line, isSmall = false }: { line: OrderLine; isSmall?: boolean }) {
  const { image, tint } = line
  return (
    <span
      className={isSmall ? `${thumbStyles.thumb} ${thumbStyles.small}` : thumbStyles.thumb}
      style={{ '--k': `var(--${tint ?? 'butter'})` }}
    >
      {image !== null && <img src={image} alt="" width={42} height={50} />}
    </span>
  )
}
