import { Field } from '../../ui/field.tsx'

interface EmailFieldProps {
  value: string
  onChange: (email: string) => void
  error: string | undefined
}

/** Its length is not capped: an address that is too long is refused, never cut. */
export function EmailField({ value, onChange, error }: EmailFieldProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      placeholder="you@example.co.uk"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
