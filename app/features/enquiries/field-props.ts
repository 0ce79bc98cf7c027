import { type ChangeEvent, useEffect } from 'react'
import { focusField } from '../../ui/field.tsx'
import type { Values } from './forms.ts'

export interface FieldsProps {
  values: Values
  errors: Values
  onChange: (name: string, value: string) => void
}

export function fieldProps(name: string, { values, errors, onChange }: FieldsProps) {
  return {
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(name, event.currentTarget.value),
  }
}

/** A form that comes after its dialog takes the focus, as it would have had it come with it. */
export function useFocusOnFirst(name: string): void {
  useEffect(() => {
    focusField(name)
  }, [name])
}
