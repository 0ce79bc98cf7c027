import { Field, type FieldProps } from '../../ui/field.tsx'

type Typed = Omit<FieldProps, 'label'>

/** When a code ends, and how often it works in all. */
export function LimitFields({ today, ends, uses }: { today: string; ends: Typed; uses: Typed }) {
  return (
    <>
      <Field label="Last day" type="date" min={today} {...ends} />
      <Field
        label="Uses in total"
        inputMode="numeric"
        placeholder="no limit"
        autoComplete="off"
        {...uses}
      />
    </>
  )
}
