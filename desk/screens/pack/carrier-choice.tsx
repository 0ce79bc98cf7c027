import { carriers } from '../../../domain/carriers.ts'

interface CarrierChoiceProps {
  /** Of the group of buttons. */
  name: string
  carrier: string
  choose: (carrier: string) => void
}

export function CarrierChoice({ name, carrier, choose }: CarrierChoiceProps) {
  return (
    <fieldset className="carriers">
      <legend className="lab">Carrier</legend>
      <div className="btns">
        {carriers.map((one) => (
          <label key={one.name} className={one.name === carrier ? 'pill is-on' : 'pill'}>
            <input
              type="radio"
              name={name}
              checked={one.name === carrier}
              onChange={() => choose(one.name)}
            />
            {one.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
