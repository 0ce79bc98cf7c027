import { carriers } from '../../../domain/carriers.ts'
import { RadioPills } from '../../ui/radio-pills.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'

const options = carriers.map(({ name }) => ({ value: name, label: name }))

interface CarrierChoiceProps {
  /** The `name` attribute that groups the radio buttons. */
  name: string
  carrier: string
  choose: (carrier: string) => void
}

export function CarrierChoice({ name, carrier, choose }: CarrierChoiceProps) {
  return (
    <fieldset>
      <legend className={fieldStyles.label}>Carrier</legend>
      <div className={buttonStyles.group}>
        <RadioPills name={name} options={options} value={carrier} onChange={choose} />
      </div>
    </fieldset>
  )
}
