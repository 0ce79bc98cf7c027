import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { ProductCard } from '../../features/catalogue/product-card.tsx'
import { Carousel } from '../../ui/carousel.tsx'

export function Related({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null
  return (
    <div className="wrap section">
      <h2 className="h2">Sits nicely next to</h2>
      <Carousel label="Related products" itemName="sticker">
        {products.map((product, index) => (
          <ProductCard key={product.id} product={product} index={index} still />
        ))}
      </Carousel>
    </div>
  )
}
