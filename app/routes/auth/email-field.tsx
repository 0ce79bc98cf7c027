import { Field } from '../../ui/field.tsx'

interface EmailFieldProps {
  value: string
  onChange: (email: string) => void
  error: string | undefined
}

export function EmailField({ value, onChange, error }: EmailFieldProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={255}
      placeholder="you@example.co.uk"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
