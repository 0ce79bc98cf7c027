import { Link } from 'react-router'
import type { PlacedOrder } from '../../features/orders/orders.ts'
import { DiaryList } from '../../features/places/diary-list.tsx'
import { RecipeList } from '../../features/recipes/recipe-list.tsx'
import { paths } from '../../core/paths.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './checkout-success.module.css'
import type { Suggestions as MeanwhileProps } from './meanwhile.server.ts'
import { findRecipeForOrder } from './recipe-for.ts'

function NextStep({ order: { hold, isSent } }: { order: PlacedOrder }) {
  if (hold !== null)
    return (
      <>
        <h2 className="h2">
          {hold.why === 'area' ? 'We’ll check your address first' : 'Your order is on hold'}
        </h2>
        <p className="lead">
          {hold.why === 'area' && `${hold.area} is where we don’t usually deliver. `}
          {hold.why === 'area'
            ? 'We’ll email you when it’s on its way, or about your refund.'
            : 'We’ll email you about it.'}
        </p>
      </>
    )
  return (
    <>
      <h2 className="h2">{isSent ? 'It’s on its way' : 'We’re packing it'}</h2>
      {!isSent && <p className="lead">You’ll have an e-mail when it’s on its way.</p>}
    </>
  )
}

/** Content for the time until the parcel arrives: the next step, a recipe of a dish and the next dates. */
export function SuggestionList({ order, dates, recipes }: MeanwhileProps & { order: PlacedOrder }) {
  const recipe = findRecipeForOrder(order.lines, recipes)
  return (
    <div className={styles.meanwhile}>
      <section className="section">
        <div className="wrap columns">
          <div className="print dotted">
            <ArtImage name="scene-post" width={720} height={450} />
          </div>
          <div>
            <NextStep order={order} />
            {recipe !== null && (
              <div className={styles.recipe}>
                <p className="kicker">For when it lands</p>
                <RecipeList recipes={[recipe]} label="A recipe for it" />
              </div>
            )}
          </div>
        </div>
      </section>
      {dates.length > 0 && (
        <Section className="tint-butter" id="dates" title="Or come and say hello">
          <DiaryList dates={dates} />
          <Link className="text-link" to={paths.whereToFindUs}>
            Every date, and how to find us
          </Link>
        </Section>
      )}
    </div>
  )
}
