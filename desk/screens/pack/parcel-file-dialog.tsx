import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../../save-file.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import {
  type DeliveryService,
  packageSizes,
  type ParcelFile,
  type ParcelFileChanges,
  saveParcelFile,
  useParcelFile,
} from './parcel-file.ts'
import { ordersText } from './parcels.ts'

interface ParcelFileDialogProps {
  numbers: readonly number[]
  isOpen: boolean
  onClose: () => void
}

/** Saves the addresses for the carrier's website, and asks for the weights and service codes that it needs. */
export function ParcelFileDialog({ numbers, isOpen, onClose }: ParcelFileDialogProps) {
  const file = useParcelFile(numbers, isOpen)
  return (
    <Dialog title="Addresses for Click & Drop" isOpen={isOpen} onClose={onClose}>
      <p className="sub mt">
        In Click &amp; Drop: Orders, Import. What you leave empty is asked there. Weights and codes
        stay for the next time.
      </p>
      <Loaded query={file} things="Addresses">
        {(loaded) => <ParcelFileForm numbers={numbers} file={loaded} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

interface ParcelFileFormProps {
  numbers: readonly number[]
  file: ParcelFile
  onClose: () => void
}

function ParcelFileForm({ numbers, file, onClose }: ParcelFileFormProps) {
  const [{ weights, services }, setChanges] = useState<ParcelFileChanges>({
    weights: {},
    services: {},
  })
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => saveParcelFile(numbers, file, { weights, services }),
    onSuccess: (text) => {
      saveFile(`addresses-${ordersText(numbers.length).replace(' ', '-')}.csv`, text)
      onClose()
    },
    onError: ({ message }) => showToast({ text: message, kind: 'fault' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders', 'parcel-file'] }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <fieldset className="mt">
        <legend className="h3">Weight of one piece, in grams</legend>
        {file.products.map(({ id, name, weightGrams }) => (
          <Field
            key={id}
            label={name}
            type="number"
            min={1}
            max={30000}
            value={numberValue(weights[id] ?? weightGrams)}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              setChanges({ services, weights: { ...weights, [id]: valueAsNumber } })
            }
          />
        ))}
      </fieldset>
      {file.methods.map(({ id, name, ...was }) => (
        <ServiceFields
          key={id}
          name={name}
          value={services[id] ?? was}
          onChange={(service) => setChanges({ weights, services: { ...services, [id]: service } })}
        />
      ))}
      <OnlineButton what="Save CSV" type="submit" isWide disabled={save.isPending}>
        Save CSV, {ordersText(numbers.length)}
      </OnlineButton>
    </form>
  )
}

interface ServiceFieldsProps {
  name: string
  value: DeliveryService
  onChange: (service: DeliveryService) => void
}

/** Asks for the carrier's service code of a delivery method. */
function ServiceFields({ name, value, onChange }: ServiceFieldsProps) {
  return (
    <fieldset className="mt">
      <legend className="h3">{name} delivery</legend>
      <div className="g2 between">
        <Field
          label="Service code"
          maxLength={20}
          pattern="[A-Za-z0-9]*"
          title="Letters and digits, such as CRL48"
          value={value.serviceCode ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...value, serviceCode: currentTarget.value || null })
          }
        />
        <Field
          label="Empty parcel, g"
          type="number"
          required
          min={0}
          max={5000}
          value={numberValue(value.packagingGrams)}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onChange({ ...value, packagingGrams: valueAsNumber })
          }
        />
      </div>
      <label className="fld">
        Package size
        <select
          value={value.packageSize ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...value, packageSize: currentTarget.value || null })
          }
        >
          <option value="">Choose at Click &amp; Drop</option>
          {packageSizes.map((size) => (
            <option key={size} value={size}>
              {`${size.charAt(0).toUpperCase()}${size.slice(1)}`}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  )
}

function numberValue(value: number | null): number | '' {
  return value === null || Number.isNaN(value) ? '' : value
}
