import { useEffect, useState } from 'react'
import { useSession } from '../../features/account/session.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import type { PageProduct } from '../../features/catalogue/queries.server.ts'
import styles from './label-sections.module.css'

interface RecipeChangeWarningProps {
  product: Pick<PageProduct, 'id' | 'recipeChangedAt'>
}

/**
 * Warns customers who last bought the product with an earlier recipe. Makes no request for products whose recipe has
 * never changed.
 */
export function RecipeChangeWarning({
  product: { id, recipeChangedAt },
}: RecipeChangeWarningProps) {
  const userId = useSession().user?.id
  const [isAnother, setIsAnother] = useState(false)
  useEffect(() => {
    if (userId === undefined || recipeChangedAt === null) return
    import('../../features/orders/former-recipe.ts')
      .then(({ hasBoughtFormerRecipe }) => hasBoughtFormerRecipe(id))
      .then(setIsAnother, (cause: unknown) =>
        logFailure('Recipe: the last order could not be looked up', cause),
      )
  }, [userId, id, recipeChangedAt])
  return isAnother && <b className={styles.another}>Changed since you bought it</b>
}
