import { Field, type FieldProps } from '../../ui/field.tsx'

type Typed = Omit<FieldProps, 'label'>

/** Fields for the last day of a code and its total number of uses. */
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
