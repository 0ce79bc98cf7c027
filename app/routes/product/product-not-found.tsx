import { LoadFailure } from '../../features/catalogue/load-failure.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function ProductNotFound() {
  return (
    <div className="wrap page-top">
      <EmptyState title="Product Not Found" level={1}>
        <p>{"The product you're looking for doesn't exist or has been removed."}</p>
        <ButtonLink to={paths.shop}>Back to Shop</ButtonLink>
      </EmptyState>
    </div>
  )
}

export function ProductFailure({ text }: { text: string }) {
  return (
    <div className="wrap page-top">
      <LoadFailure level={1} title="Error Loading Product" text={text} />
    </div>
  )
}
