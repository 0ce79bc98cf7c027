import {
  type Mutation,
  type MutationKey,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import * as v from 'valibot'
import { DeskError } from './client.ts'
import { type DeskToast, showToast } from './ui/toasts.tsx'

interface Change<Input, Output> {
  /**
   * Sends it: one call, one transaction. What it sends is its input: it is tried again after the line broke, and what was
   * typed since stands in the screen, not in what was pressed.
   */
  send: (input: Input) => Promise<Output>
  /** Where what waits for the line outlives a reload: its name in `kept.ts`, which sends it then. */
  keptAs?: MutationKey
  /** Fails at once without a line, as when the browser believes in one that is broken: nothing is done after ‘Keep’. */
  isNowOrNever?: boolean
  /** What it touches; read anew afterwards. */
  touches: QueryKey[]
  /** Shows it at once, where it can be taken back; gives what takes it back from the screen. */
  show?: (input: Input) => () => void
  /** Said when it is done, with what undoes it. */
  done?: (input: Input, output: Output) => DeskToast | null
  /** What to say of a conflict in its own words; `now` is what there is. */
  conflict?: (input: Input, now: unknown) => void
  /** Shows a conflict on its screen, and lets choose. Once that was left it is said instead. */
  clash?: (input: Input, now: unknown) => void
}

/** A line that broke is worth another try; a no of the server is not. */
export function mayTryAgain(count: number, error: Error): boolean {
  return !(error instanceof DeskError) && count < 5
}

interface Shown {
  takeBack: (() => void) | undefined
  isAnswered: boolean
}

const answered = v.object({ isAnswered: v.literal(true) })

/** Whether a change is on its way of what queries of this first key show: they are read anew once there is none. */
export function isBeingChanged(queries: QueryClient, first: unknown): boolean {
  const isOfIt = ({ meta, state }: Mutation<unknown, Error, unknown>): boolean =>
    Array.isArray(meta?.['touches']) &&
    meta['touches'].includes(first) &&
    !v.is(answered, state.context)
  return queries.isMutating({ predicate: isOfIt }) > 0
}

/** What the shop says no to may be on no screen any more: its name stands before why, if it has one. */
export function sayNo({ message }: Error, input: unknown): void {
  const named = v.safeParse(v.object({ name: v.string() }), input)
  showToast({ text: named.success ? `${named.output.name}: ${message}` : message, kind: 'fault' })
}

/**
 * One change of the desk. It is seen at once where `show` says how, waits while there is no line, is tried again when
 * the line broke, and is taken back from the screen with a word when the server says no. Of two presses of one thing the
 * last one holds: they go one after the other, and what is read between them is not shown.
 */
export function useChange<Input, Output>(change: Change<Input, Output>) {
  const queries = useQueryClient()
  const own = useId()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useMutation<Output, Error, Input, Shown>({
    ...(change.keptAs && { mutationKey: change.keptAs }),
    scope: { id: change.keptAs?.join(':') ?? own },
    meta: { touches: change.touches.map(([first]) => first) },
    mutationFn: change.send,
    retry: change.isNowOrNever ? false : mayTryAgain,
    networkMode: change.isNowOrNever ? 'always' : 'online',
    onMutate: async (input) => {
      if (change.show === undefined) return { takeBack: undefined, isAnswered: false }
      // What is being read would show what was there before.
      await Promise.all(change.touches.map((queryKey) => queries.cancelQueries({ queryKey })))
      return { takeBack: change.show(input), isAnswered: false }
    },
    onError: (error, input, shown) => {
      shown?.takeBack?.()
      const isConflict = error instanceof DeskError && error.code === 'PT409'
      const show = (isHere.current && change.clash) || change.conflict
      if (isConflict && show) show(input, JSON.parse(error.detail ?? 'null'))
      else sayNo(error, input)
    },
    onSuccess: (output, input) => {
      const said = change.done?.(input, output)
      if (said) showToast(said)
    },
    onSettled: async (_data, _error, _input, shown) => {
      if (shown) shown.isAnswered = true
      const unseen = change.touches.filter(([first]) => !isBeingChanged(queries, first))
      await Promise.all(unseen.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}
