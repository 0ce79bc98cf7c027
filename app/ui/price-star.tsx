import { joinClasses } from './classes.ts'
import styles from './price-star.module.css'

interface PriceStarProps {
  /** The formatted price, or null for "Price TBA". */
  price: string | null
  colour?: 'lime' | 'pink' | 'orange'
  className?: string | undefined
}

export function PriceStar({ price, colour = 'lime', className }: PriceStarProps) {
  return (
    <span className={joinClasses(styles.star, styles[colour], className)}>
      {price === null ? (
        <b className={styles.tba}>
          <i>Price</i> TBA
        </b>
      ) : (
        <b className={price.length > 5 ? styles.long : undefined}>{price}</b>
      )}
    </span>
  )
}
