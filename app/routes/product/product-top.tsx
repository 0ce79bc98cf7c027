import { Link } from 'react-router'
import type { Product } from '../../../domain/product.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { paths } from '../../paths.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'

export function ProductTop({ product }: { product: Product }) {
  const steps = [
    { label: 'Shop', to: paths.shop },
    { label: categoryLabel(product.category), to: paths.shopFiltered(product.category) },
    { label: product.name },
  ]
  return (
    <div className="wrap spread">
      <Breadcrumb steps={steps} />
      <Link className="text-link" to={paths.shop}>
        Back to Shop
      </Link>
    </div>
  )
}
