import { limits } from '../../../domain/validation.ts'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { fieldProps, type FieldsProps, useFocusOnFirst } from './field-props.ts'

export function ConsultancyFields(props: FieldsProps) {
  useFocusOnFirst('name')
  const field = (name: string) => fieldProps(name, props)
  return (
    <>
      <Field label="Name" autoComplete="name" required maxLength={limits.name} {...field('name')} />
      <Field label="E-mail" type="email" autoComplete="email" required {...field('email')} />
      <Field
        label="Business name (optional)"
        autoComplete="organization"
        maxLength={limits.name}
        {...field('businessName')}
      />
      <TextAreaField
        label="What you need help with"
        required
        rows={6}
        maxLength={limits.message}
        {...field('details')}
      />
    </>
  )
}
