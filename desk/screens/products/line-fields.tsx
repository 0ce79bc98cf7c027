import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { lineFieldNames, productFields } from './product-fields.ts'
import type { ProductFormValues } from './product-form.ts'

/** Renders the single-line inputs of a form section. */
export function LineFields({ section }: { section: 'food' | 'other' }) {
  const { register } = useFormContext<ProductFormValues>()
  return lineFieldNames
    .filter((name) => productFields[name].section === section)
    .map((name) => <Field key={name} {...productFields[name].input} {...register(name)} />)
}
