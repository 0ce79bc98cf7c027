import { useState } from 'react'
import { Link } from 'react-router'
import { findAllergens } from '../../../domain/allergen-answers.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { formatIngredients } from '../../../domain/ingredients.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { ProductPage, ProductFormValues } from './product-form.ts'
import type { ProductContent } from './stored-content.ts'
import { isRecipeEdited } from './publishable.ts'
import { RecipeEmailDialog } from './recipe-email-dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './recipe-panel.module.css'

interface RecipePanelProps {
  page: ProductPage | null
  base: ProductContent | null
  values: ProductFormValues
  /** Beside the form on laptops, below its ingredients on phones. */
  isBeside?: boolean
}

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** The consequences of a changed product recipe for people who bought the old one, while it is typed and for three months after. */
export function RecipePanel({ page, base, values, isBeside = false }: RecipePanelProps) {
  const [isList, setList] = useState(false)
  const [isAsking, setAsking] = useState(false)
  if (page === null || base === null) return null
  const wasSold = base.shelf === 'live' || base.shelf === 'sold-out'
  const isTyped = wasSold && isRecipeEdited(values, base)
  const { recipeChangedAt, misled, unwritten, questions } = page
  const isLabelWrong = questions.at(-1)?.isCorrection === true
  const isChanged = isTyped || recipeChangedAt !== null
  if (!isChanged && misled === 0) return null
  const isAskable = recipeChangedAt !== null && questions.length > 0
  const count = isChanged ? page.buyers.length : 0
  const people = `${count} ${count === 1 ? 'person' : 'people'} bought the old one`
  return (
    <div
      data-recipe-panel
      className={
        isBeside
          ? `${layoutStyles.laptopOnly} ${styles.recipe}`
          : `${layoutStyles.phoneOnly} ${styles.recipe}`
      }
    >
      <div className={`${panelStyles.panel} ${styles.panel} ${panelStyles.butter}`}>
        <p className={`${textStyles.subheading} ${styles.title}`}>
          <Icon name="warning" /> {getTitle(isChanged, !isTyped && isLabelWrong)}
          {isTyped && newWords(base, values)}
          {!isTyped &&
            recipeChangedAt !== null &&
            `${isNew(page.newAllergens)}, on ${when.format(new Date(recipeChangedAt))}`}
        </p>
        {isChanged && (
          <p className={layoutStyles.spaceAboveSmall}>
            <b>{count === 0 ? 'Nobody bought the old one lately' : people}</b>
            {count > 0 &&
              (isLabelWrong && !isTyped
                ? ' and may look at a wrong label. What hasn’t left yet goes out with the right one.'
                : ' and may look at an old label. Pack asks which jar goes into what hasn’t left yet.')}
          </p>
        )}
        {!isTyped && misled > 0 && (
          <p className={layoutStyles.spaceAboveSmall}>
            <b>{misled === 1 ? '1 person was' : `${misled} people were`} told</b> about a different
            recipe.
          </p>
        )}
        {(count > 0 || unwritten > 0 || isAskable) && (
          <div className={`${buttonStyles.group} ${styles.actions} ${layoutStyles.spaceAbove}`}>
            {count > 0 && (
              <Button look="quiet" onClick={() => setList(true)}>
                See the {count}
              </Button>
            )}
            {!isTyped && (unwritten > 0 || isAskable) && (
              <OnlineButton what="Write" look="quiet" onClick={() => setAsking(true)}>
                {unwritten > 0 ? 'Write to them…' : 'Was the old label wrong?'}
              </OnlineButton>
            )}
          </div>
        )}
        {isTyped && count > 0 && (
          <p className={`${textStyles.fine} ${layoutStyles.spaceAbove}`}>
            You can write to them once it is published.
          </p>
        )}
        {page.written > 0 && (
          <p className={`${textStyles.fine} ${layoutStyles.spaceAbove}`}>
            Mails written: {page.written}.
          </p>
        )}
      </div>
      {isAsking && <RecipeEmailDialog product={page.id} close={() => setAsking(false)} />}
      <Dialog title={people} isOpen={isList} onClose={() => setList(false)}>
        <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
          {page.buyers.map(({ number, name, at }) => (
            <li key={number}>
              <Link className={rowStyles.row} to={`/orders/${number}`}>
                <span className={rowStyles.main}>
                  <span className={rowStyles.title}>{name || 'Without a name'}</span>
                  <span className={rowStyles.detail}>
                    Order {number}, {when.format(new Date(at))}
                  </span>
                </span>
                <Icon name="on" small />
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  )
}

function getTitle(isChanged: boolean, isLabelWrong: boolean): string {
  if (isLabelWrong) return 'Label corrected'
  return isChanged ? 'Recipe changed' : 'Recipe taken back'
}

/** Returns ": mustard is new", for allergens that the ingredients did not name before. */
function newWords(base: ProductContent, values: ProductFormValues): string {
  const had = findAllergens(formatIngredients(base.ingredients))
  const has = findAllergens(values.ingredients)
  const fresh = allergens.filter(({ id }) => has.has(id) && !had.has(id))
  const gone = allergens.filter(({ id }) => had.has(id) && !has.has(id))
  const words = (list: typeof fresh) => list.map(({ name }) => name.toLowerCase())
  const lost = gone.length === 0 ? '' : `; ${words(gone).join(', ')} gone`
  return isNew(words(fresh)) + lost
}

const isNew = (names: string[]): string =>
  names.length === 0 ? '' : `: ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} new`
