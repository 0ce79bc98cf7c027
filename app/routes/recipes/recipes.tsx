import { getAvailability } from '../../../domain/availability.ts'
import { shopContext } from '../../core/context.ts'
import { getRecipeCards, listRecipes } from '../../features/recipes/recipes.server.ts'
import { RecipeList } from '../../features/recipes/recipe-list.tsx'
import { paths } from '../../core/paths.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Mascot } from '../../ui/mascot.tsx'
import { PageHead } from '../../ui/section.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/recipes.ts'
import styles from './recipes.module.css'

/** Returns a section for each product, with its recipes. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const recipes = await readOrThrow503(shop, () => shop.readRows('recipes', listRecipes))
  const owners = new Map(recipes.map(({ products: [own] }) => [own.slug, own]))
  const dividers = [...owners.values()].map(({ slug, name, tint, image, category, ...own }) => ({
    slug,
    name,
    tint,
    image,
    category,
    secret: getAvailability(own) === 'coming-soon',
    recipes: getRecipeCards(recipes, slug),
  }))
  return { head: createPageHead(args), dividers, count: recipes.length }
}

export { meta } from '../head.ts'

export default function Recipes({ loaderData: { dividers, count } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        className={styles.head}
        row="ends"
        title="The recipe box"
        lead={`${count} things to do with a jar, a bottle or a bag of ours, besides the spoon.`}
        beside={<Mascot name="toque" className={styles.cook} />}
      />
      <div className={`wrap section ${styles.box}`}>
        {dividers.map(({ slug, name, tint, image, category, secret, recipes }) => (
          <section key={slug} className={`sheet tint-${tint}`} aria-labelledby={`with-${slug}`}>
            <div className={styles.divider}>
              <h2 id={`with-${slug}`}>
                <SiteLink className="title-link" to={paths.product({ slug, category })}>
                  {name}
                </SiteLink>
              </h2>
              {image !== null && (
                <img
                  className={joinClasses(secret && styles.secret)}
                  src={image}
                  alt=""
                  width={300}
                  height={360}
                  loading="lazy"
                />
              )}
            </div>
            <RecipeList recipes={recipes} label={`Ways to eat ${name}`} />
          </section>
        ))}
      </div>
    </>
  )
}
