import { type MutationKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { DeskError } from './client.ts'
import { type DeskToast, showToast } from './ui/toasts.tsx'

interface Change<Input, Output> {
  /** Sends it: one call, one transaction. */
  send: (input: Input) => Promise<Output>
  /** Where what waits for the line outlives a reload: its name in `kept.ts`, which sends it then. */
  keptAs?: MutationKey
  /** What it touches; read anew afterwards. */
  touches: QueryKey[]
  /** Shows it at once, where it can be taken back; gives what takes it back from the screen. */
  show?: (input: Input) => () => void
  /** Said when it is done, with what undoes it. */
  done?: (input: Input, output: Output) => DeskToast | null
  /** What to do with a conflict instead of saying it; `now` is what there is. */
  conflict?: (input: Input, now: unknown) => void
}

/** A line that broke is worth another try; a no of the server is not. */
export function mayTryAgain(count: number, error: Error): boolean {
  return !(error instanceof DeskError) && count < 5
}

/**
 * One change of the desk. It is seen at once where `show` says how, waits while there is no line, is tried again when
 * the line broke, and is taken back from the screen with a word when the server says no.
 */
export function useChange<Input, Output>(change: Change<Input, Output>) {
  const queries = useQueryClient()
  return useMutation<Output, Error, Input, (() => void) | undefined>({
    // One after the other: of two presses of one thing the last one holds.
    ...(change.keptAs && { mutationKey: change.keptAs, scope: { id: change.keptAs.join(':') } }),
    mutationFn: change.send,
    retry: mayTryAgain,
    onMutate: async (input) => {
      if (change.show === undefined) return undefined
      // What is being read would show what was there before.
      await Promise.all(change.touches.map((queryKey) => queries.cancelQueries({ queryKey })))
      return change.show(input)
    },
    onError: (error, input, takeBack) => {
      takeBack?.()
      const isConflict = error instanceof DeskError && error.code === 'PT409'
      if (isConflict && change.conflict) change.conflict(input, JSON.parse(error.detail ?? 'null'))
      else showToast({ text: error.message, kind: 'fault' })
    },
    onSuccess: (output, input) => {
      const said = change.done?.(input, output)
      if (said) showToast(said)
    },
    onSettled: () =>
      Promise.all(change.touches.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
