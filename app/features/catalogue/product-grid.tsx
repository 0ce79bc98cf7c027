import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClasses } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useViewTransitionLinks } from '../../ui/transition-links.ts'
import { runPictureCarousels } from './picture-carousels.ts'
import { ProductCard } from './product-card.tsx'
import type { CardProduct } from './card-product.ts'
import styles from './product-grid.module.css'

interface ProductGridProps {
  products: readonly CardProduct[]
  head: ReactNode
  label: string
  full?: boolean
  eager?: number
}

export function ProductGrid({ products, head, label, full = false, eager = 0 }: ProductGridProps) {
  const list = useRef<HTMLUListElement>(null)
  useViewTransitionLinks(list)
  const [playing, setPlaying] = useState(true)
  useEffect(() => {
    if (playing && list.current !== null) return runPictureCarousels(list.current)
  }, [playing])
  return (
    <>
      <div className={styles.head}>
        {head}
        <button
          className={styles.pause}
          type="button"
          aria-label={playing ? 'Pause the pictures' : 'Play the pictures'}
          onClick={() => setPlaying(!playing)}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      </div>
      <ul ref={list} className={joinClasses(styles.grid, !full && styles.four)} aria-label={label}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              index={index}
              eager={index < eager}
              full={full}
              heading={full ? 'h2' : 'h3'}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
