import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import type { Product } from '../../../domain/product.ts'
import type { ProductExtras } from './product.server.ts'
import styles from './inside.module.css'

/** Shows the contents of a subscription box: the fixed ones, and those of the last box. */
export function BoxContents({ parts }: { parts: ProductExtras['inside'] }) {
  return parts.map(({ title, contents }) => (
    <div key={title} className={styles.part}>
      <h3>{title}</h3>
      <ul className="squiggles">
        {contents.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  ))
}

/** Explains how to measure, because the database has no measurements of the sizes. */
export function SizeGuide({ product: { sizes } }: { product: Product }) {
  if (sizes.length === 0) return null
  return (
    <div className={styles.part} id="sizes">
      <h3>Which size?</h3>
      <ol className={styles.steps}>
        <li>Take the T-shirt that fits you best and lay it flat on a table.</li>
        <li>Measure it from armpit to armpit, then from the top of the shoulder to the hem.</li>
        <li>
          Send us both numbers and we’ll hold a tape to ours:{' '}
          <a href={`mailto:${business.email}`}>{business.email}</a>. Between two, take the larger.
        </li>
      </ol>
      <p className={styles.sizes}>{sizes.join(' · ')}</p>
    </div>
  )
}

export function FlagLink({ flag }: { flag: string | null }) {
  if (flag === null) return null
  return (
    <p>
      <Link className="text-link" to={flag}>
        There’s a flag hiding on it
      </Link>
    </p>
  )
}
