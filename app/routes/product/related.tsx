import { useRef } from 'react'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { ProductCard } from '../../features/catalogue/product-card.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { useTurningLinks } from '../../ui/turning-links.ts'
import styles from './related.module.css'

export function Related({ products }: { products: CardProduct[] }) {
  const cards = useRef<HTMLDivElement>(null)
  useTurningLinks(cards)
  if (products.length === 0) return null
  return (
    <div ref={cards} className={`wrap ${styles.related}`}>
      <h2 className="h2">Sits nicely next to</h2>
      <Carousel label="Related products" itemName="sticker">
        {products.map((product, index) => (
          <ProductCard key={product.id} product={product} index={index} />
        ))}
      </Carousel>
    </div>
  )
}
