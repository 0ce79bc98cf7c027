import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDraft } from '../../data/drafts.ts'
import { downloadCsv } from '../../lib/download-csv.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { showToast } from '../../ui/toasts.tsx'
import {
  removeOutdatedValues,
  packageSizes,
  type ParcelFile,
  type ParcelFileDraft,
  parcelFileDraft,
  saveParcelFile,
  type ServiceFormValues,
  useParcelFile,
} from './parcel-file.ts'
import { formatOrderCount } from '../../features/packing/parcels.ts'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'

interface ParcelFileDialogProps {
  numbers: readonly number[]
  isOpen: boolean
  onClose: () => void
}

/** Dialog that saves the delivery addresses as a file for the carrier's website. It asks for missing weights and service codes. */
export function ParcelFileDialog({ numbers, isOpen, onClose }: ParcelFileDialogProps) {
  const file = useParcelFile(numbers, isOpen)
  return (
    <Dialog title="Addresses for Click & Drop" isOpen={isOpen} onClose={onClose}>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
        In Click &amp; Drop: Orders, Import. What you leave empty is asked there. Weights and codes
        stay for the next time.
      </p>
      <QueryBoundary query={file} things="Addresses">
        {(loaded) => <ParcelFileForm numbers={numbers} file={loaded} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  )
}

interface ParcelFileFormProps {
  numbers: readonly number[]
  file: ParcelFile
  onClose: () => void
}

const nothing: ParcelFileDraft = { weights: {}, services: {} }

function ParcelFileForm({ numbers, file, onClose }: ParcelFileFormProps) {
  const [draft, keep] = useDraft('parcel-file', parcelFileDraft)
  const typed = removeOutdatedValues(draft ?? nothing, file)
  const { weights, services } = typed
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () => saveParcelFile(numbers, typed),
    onSuccess: (text) => {
      downloadCsv(`addresses-${formatOrderCount(numbers.length).replace(' ', '-')}.csv`, text)
      keep(null)
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
      <fieldset className={layoutStyles.spaceAbove}>
        <legend className={textStyles.subheading}>Weight of one piece, in grams</legend>
        {file.products.map(({ id, name, weightGrams }) => (
          <Field
            key={id}
            label={name}
            type="number"
            min={1}
            max={30000}
            value={(weights[id] ? weights[id].typed : weightGrams) ?? ''}
            onChange={({ currentTarget }) => {
              const weight = { typed: numberIn(currentTarget), seen: weightGrams }
              keep({ services, weights: { ...weights, [id]: weight } })
            }}
          />
        ))}
      </fieldset>
      {file.methods.map(({ id, name, ...seen }) => (
        <ServiceFields
          key={id}
          name={name}
          value={services[id]?.typed ?? seen}
          onChange={(service) =>
            keep({ weights, services: { ...services, [id]: { typed: service, seen } } })
          }
        />
      ))}
      <OnlineButton what="Save CSV" type="submit" isWide disabled={save.isPending}>
        Save CSV, {formatOrderCount(numbers.length)}
      </OnlineButton>
      <DiscardDraftButton isTyped={draft !== null && !save.isPending} onPress={() => keep(null)} />
    </form>
  )
}

interface ServiceFieldsProps {
  name: string
  value: ServiceFormValues
  onChange: (service: ServiceFormValues) => void
}

/** Fields for the carrier's service code of a delivery method. */
function ServiceFields({ name, value, onChange }: ServiceFieldsProps) {
  return (
    <fieldset className={layoutStyles.spaceAbove}>
      <legend className={textStyles.subheading}>{name} delivery</legend>
      <div className={fieldStyles.grid}>
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
          value={value.packagingGrams ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ ...value, packagingGrams: numberIn(currentTarget) })
          }
        />
      </div>
      <label className={fieldStyles.field}>
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

function numberIn({ valueAsNumber }: HTMLInputElement): number | null {
  return Number.isNaN(valueAsNumber) ? null : valueAsNumber
}
