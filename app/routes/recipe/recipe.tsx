import { useRef } from 'react'
import { data } from 'react-router'
import { shopContext } from '../../core/context.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import {
  allergensUnknownText,
  AllergenLabelText,
} from '../../features/catalogue/allergen-label-text.tsx'
import { ProductCard } from '../../features/catalogue/product-card.tsx'
import { getRecipeCards, listRecipes, type Recipe } from '../../features/recipes/recipes.server.ts'
import { RecipeList } from '../../features/recipes/recipe-list.tsx'
import { formatMinutes } from '../../features/recipes/minutes-text.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../core/paths.ts'
import { editorialPaths } from '../../core/editorial-paths.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { fontLink } from '../../ui/font-links.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { getPatternClass } from '../../ui/pattern.ts'
import { FormattedText } from '../../ui/formatted-text.tsx'
import { useViewTransitionLinks } from '../../ui/transition-links.ts'
import { readOrThrow503 } from '../head.server.ts'
import type { Route } from './+types/recipe.ts'
import { recipeHead, recipeData } from './recipe.server.ts'
import styles from './recipe.module.css'

/** @throws 404 for an unknown recipe */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const recipes = await readOrThrow503(shop, () => shop.readRows('recipes', listRecipes))
  const recipe = recipes.find(({ card }) => card.slug === params.slug)
  if (recipe === undefined) throw data(null, { status: 404 })
  const [own] = recipe.products
  return {
    head: recipeHead(recipe, shop.siteUrl),
    structured: recipeData(recipe, shop.siteUrl),
    recipe,
    others: getRecipeCards(recipes, own.slug).filter(({ slug }) => slug !== recipe.card.slug),
  }
}

export function links() {
  return [fontLink('marker')]
}

export { meta } from '../head.ts'

export default function RecipePage({ loaderData }: Route.ComponentProps) {
  const { structured, recipe, others } = loaderData
  const { products, card } = recipe
  const [own] = products
  const steps = [{ label: 'Recipes', to: editorialPaths.recipes }, { label: card.title }]
  return (
    <div className={styles.page}>
      <JsonLd data={structured.thing} />
      <JsonLd data={structured.way} />
      <div className="wrap">
        <Breadcrumb steps={steps} />
        <div className={styles.columns}>
          <Card recipe={recipe} />
          <Shelf products={products} />
        </div>
        <section className={styles.others} aria-labelledby="others">
          <h2 className="h2" id="others">
            More ways with it
          </h2>
          <RecipeList recipes={others} label={`More ways to eat ${own.name}`} />
          <ButtonLink to={editorialPaths.recipes} variant="secondary">
            The whole recipe box
          </ButtonLink>
        </section>
      </div>
    </div>
  )
}

function Card({ recipe }: { recipe: Recipe }) {
  const { card, ingredients, method, products } = recipe
  const [own] = products
  return (
    <article className={styles.card} aria-labelledby="recipe">
      <header className={joinClasses(`tint-${own.tint}`, styles.head)}>
        <div>
          <p className="marker">From the recipe box</p>
          <h1 className="h1" id="recipe">
            {card.title}
          </h1>
          <p className="lead">{card.text}</p>
        </div>
        <ArtImage
          name={`plate-${card.plate}`}
          className={getPatternClass('dots')}
          eager
          width={240}
          height={200}
        />
      </header>
      <Facts recipe={recipe} />
      <div className={styles.body}>
        <section aria-labelledby="ingredients">
          <h2 id="ingredients">You need</h2>
          <ul className="squiggles">
            {ingredients.map((line) => (
              <li key={line}>
                <FormattedText text={line} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="method">
          <h2 id="method">You do</h2>
          <ol className={styles.method}>
            {method.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      </div>
      <Allergens recipe={recipe} />
    </article>
  )
}

function Facts({ recipe: { card, minutes, rest } }: { recipe: Recipe }) {
  const [prep, cook] = minutes
  const facts = [
    ['How much', card.makes],
    ['Prep', formatMinutes(prep)],
    ['Cooking', formatMinutes(cook)],
    ['Resting', formatMinutes(rest ?? 0)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, words]) =>
          words !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Shows the current label allergens of the shop's products, and which other labels to read. */
function Allergens({ recipe: { products, check } }: { recipe: Recipe }) {
  return (
    <section className={styles.allergens} aria-labelledby="allergens">
      <h2 id="allergens">Allergens</h2>
      <dl>
        {products.map(({ slug, name, allergens }) => (
          <div key={slug}>
            <dt>{name}</dt>
            <dd>
              <AllergenLabelText text={allergens ?? allergensUnknownText} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Your own cupboard</dt>
          <dd>{check}</dd>
        </div>
      </dl>
    </section>
  )
}

function Shelf({ products }: { products: CardProduct[] }) {
  const shelf = useRef<HTMLElement>(null)
  useViewTransitionLinks(shelf)
  return (
    <aside ref={shelf} className={styles.shelf} aria-labelledby="ours">
      <h2 id="ours">From our shelf</h2>
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} index={index} eager={index === 0} />
      ))}
      <a className="text-link" href={paths.shop}>
        Back to Shop
      </a>
    </aside>
  )
}
