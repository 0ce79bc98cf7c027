import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { ProductGrid } from '../../features/catalogue/product-grid.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './featured.module.css'

/** What everybody starts with. */
export function Featured({ products }: { products: CardProduct[] }) {
  return (
    <section className="wrap section" aria-labelledby="featured">
      <ProductGrid
        label="Featured products"
        products={products}
        head={
          <div className="spread">
            <div>
              <h2 className="h2" id="featured">
                Got. Got. <span className="highlight">NEED.</span>
              </h2>
              <p>What everybody starts with. Every label hides a flag.</p>
            </div>
            <ButtonLink to={paths.shop} variant="secondary" arrow>
              View All Products
            </ButtonLink>
          </div>
        }
      />
      <p className={styles.more}>
        <ButtonLink to={paths.shop} variant="secondary" arrow>
          View All Products
        </ButtonLink>
      </p>
    </section>
  )
}
