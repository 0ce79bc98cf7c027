import { type MutationKey, useMutationState } from '@tanstack/react-query'
import * as v from 'valibot'
import { isAwaitingRetry } from '../../data/use-desk-mutation.ts'

interface Toggled {
  isOn: boolean
  version: number
}
const step = v.object({ to: v.object({ isOn: v.boolean() }) })

/**
 * Returns the state of a switch, including a pending change that was made before this screen was left or reloaded.
 * @param base the saved row before editing began
 * @returns `from` is the row that the next change is based on: `base`, or the newer result of a change
 */
export function usePendingToggle<Row extends Toggled>(
  key: MutationKey,
  rowSchema: v.GenericSchema<unknown, Row>,
  saved: Row | null,
  base: Row | null,
) {
  const pressed = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => ({
      isOn: v.parse(step, state.variables).to.isOn,
      isKept: isAwaitingRetry(state),
    }),
  }).at(-1)
  const made = useMutationState({
    filters: { mutationKey: key, status: 'success' },
    select: ({ state }) => v.parse(rowSchema, state.data),
  }).at(-1)
  return {
    isOn: pressed?.isOn ?? saved?.isOn ?? false,
    isBusy: pressed !== undefined,
    isKept: pressed?.isKept ?? false,
    from: made && made.version > (base?.version ?? 0) ? made : base,
  }
}
