import { carriers } from '../../../domain/carriers.ts'
import { RadioPills } from '../../ui/radio-pills.tsx'

const options = carriers.map(({ name }) => ({ value: name, label: name }))

interface CarrierChoiceProps {
  /** The name that groups the radio buttons. */
  name: string
  carrier: string
  choose: (carrier: string) => void
}

export function CarrierChoice({ name, carrier, choose }: CarrierChoiceProps) {
  return (
    <fieldset className="carriers">
      <legend className="lab">Carrier</legend>
      <div className="btns">
        <RadioPills name={name} options={options} value={carrier} onChange={choose} />
      </div>
    </fieldset>
  )
}
