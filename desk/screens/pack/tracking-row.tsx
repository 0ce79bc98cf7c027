import { lazy, Suspense, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'
import type { Slip } from '../../features/packing/parcels.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './tracking-row.module.css'

/** The code for the camera and the barcode reader loads with the first scan. */
const Scanner = lazy(async () => ({ default: (await import('./scanner.tsx')).BarcodeScanner }))

interface TrackingRowProps {
  slip: Slip
  typed: string
  fault: string | null
  type: (text: string) => void
}

export function TrackingRow({ slip, typed, fault, type }: TrackingRowProps) {
  const [isScanning, setScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { number, address } = slip
  const district = address?.postcode?.split(' ')[0]
  const id = `tracking-${number}`
  return (
    <li className={styles.tracking}>
      <div className={styles.parcel}>
        <b className={textStyles.noWrap}>{number}</b>
        <span>{[address?.name, district].filter(Boolean).join(', ')}</span>
        {fault === null && <Status of={typed.trim() === '' ? 'no-tracking' : 'tracking-in'} />}
      </div>
      <div className={styles.field}>
        <span>
          <label className={layoutStyles.visuallyHidden} htmlFor={id}>
            Tracking number for {number}
          </label>
          <input
            ref={field}
            id={id}
            className={fault === null ? undefined : fieldStyles.invalid}
            value={typed}
            placeholder="Tracking number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={fault === null ? undefined : true}
            aria-describedby={fault === null ? undefined : `${id}-fault`}
            onChange={({ currentTarget: { value } }) => type(value)}
          />
        </span>
        <button
          type="button"
          className={`${buttonStyles.iconButton} ${styles.scan}`}
          aria-label={`Scan the label of ${number}`}
          onClick={() => setScanning(true)}
        >
          <Icon name="scan" />
        </button>
      </div>
      {fault !== null && (
        <p className={fieldStyles.error} id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {isScanning && (
        <Suspense>
          <Scanner
            title={`Scan the label of ${number}`}
            close={() => setScanning(false)}
            type={() => {
              setScanning(false)
              setTimeout(() => field.current?.focus())
            }}
            found={(text) => {
              type(text)
              setScanning(false)
            }}
          />
        </Suspense>
      )}
    </li>
  )
}
