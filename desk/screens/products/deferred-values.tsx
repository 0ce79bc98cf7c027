import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useProductFormValues, type ProductFormValues } from './product-form.ts'

/**
 * Renders its children with deferred form values, so that a typed letter appears before the components that depend on it are
 * rendered.
 */
export function DeferredValues({
  children,
}: {
  children: (values: ProductFormValues) => ReactNode
}) {
  const values = useDeferredValue(useProductFormValues())
  return useMemo(() => children(values), [children, values])
}
