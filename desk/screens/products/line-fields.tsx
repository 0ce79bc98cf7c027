import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { lineNames, productFields } from './product-fields.ts'
import type { Values } from './product-form.ts'

/** The inputs of a section's fields that are one line of text. */
export function LineFields({ section }: { section: 'food' | 'other' }) {
  const { register } = useFormContext<Values>()
  return lineNames
    .filter((name) => productFields[name].section === section)
    .map((name) => <Field key={name} {...productFields[name].input} {...register(name)} />)
}
