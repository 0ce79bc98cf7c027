import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useValues, type Values } from './product-form.ts'

/**
 * Renders its children with deferred form values, so that a typed letter appears before the components that depend on it are
 * rendered.
 */
export function DeferredValues({ children }: { children: (values: Values) => ReactNode }) {
  const values = useDeferredValue(useValues())
  return useMemo(() => children(values), [children, values])
}
