import { useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { isAwaitingRetry } from '../../data/use-desk-mutation.ts'
import { Icon } from '../../ui/icon.tsx'
import { sendParcelsInput, sendParcelsKey } from './mutations.ts'
import panelStyles from '../../ui/panel.module.css'
import styles from './pack.module.css'

/**
 * Returns the numbers of the orders that were marked as sent while offline; they are sent once there is a connection, also
 * after a reload.
 */
export function useOfflineParcels(): number[] {
  const presses = useMutationState({
    filters: { mutationKey: sendParcelsKey, predicate: ({ state }) => isAwaitingRetry(state) },
    select: ({ state }) => v.parse(sendParcelsInput, state.variables),
  })
  return presses.flatMap(({ parcels }) => parcels.map(({ number }) => number))
}

export function OfflineParcels() {
  const numbers = useOfflineParcels()
  // The live region is rendered before its text: screen readers announce only later changes of a status.
  return (
    <output>
      {numbers.length > 0 && (
        <span className={`${panelStyles.panel} ${panelStyles.butter} ${styles.kept}`}>
          <Icon name="offline" />
          <span>
            Kept on this device: {numbers.join(', ')} will be marked as sent when the signal’s back.
          </span>
        </span>
      )}
    </output>
  )
}
