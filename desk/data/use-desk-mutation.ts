import {
  type Mutation,
  type MutationFunctionContext,
  type MutationKey,
  type MutationState,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import * as v from 'valibot'
import { isRetryable } from './client.ts'
import { DeskError } from '../lib/errors.ts'
import { getStaffEmail } from './current-staff.ts'
import { type DeskToast, showToast } from '../ui/toasts.tsx'

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
  /** The same where what was changed is not there any more: without it that is said. */
  onRemoved?: (input: Input) => void
}

/** Only an answer of the shop ends a change: without one it is sent again, and stays on the device, for as long as that takes. */
export const retryUntilAnswered = {
  retry: (_count: number, error: Error): boolean => isRetryable(error),
  retryDelay: (count: number): number => Math.min(1000 * 2 ** count, 15_000),
}

/** The person who made a change has signed out: it stays on the device until they sign in again, and no other account sends it. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

/** Sends a change only as the person who made it, who is named in its `meta`. */
export function sendAs<Input, Output>(send: (input: Input) => Promise<Output>) {
  return async (input: Input, { client, meta }: MutationFunctionContext): Promise<Output> => {
    if (meta?.['who'] !== getStaffEmail(client)) throw new SignedOutError('Signed out')
    return send(input)
  }
}

interface Shown {
  takeBack: (() => void) | undefined
  isAnswered: boolean
}

/** Returns true for a change that met no connection, or no answer of the shop: it is sent again by itself. */
export function isWaiting({
  failureCount,
  isPaused,
  status,
}: Pick<MutationState, 'failureCount' | 'isPaused' | 'status'>): boolean {
  return status === 'pending' && (isPaused || failureCount > 0)
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
export function sayNo(error: Error, input: unknown): void {
  if (error instanceof SignedOutError) return
  const message =
    error instanceof v.ValiError
      ? 'The shop’s answer can’t be read here. Please load the page again.'
      : error.message
  const named = v.safeParse(v.object({ name: v.string() }), input)
  showToast({ text: named.success ? `${named.output.name}: ${message}` : message, kind: 'fault' })
}

/**
 * One change of the desk. It is seen at once where `show` says how, waits while there is no line, is tried again until the
 * shop has answered, and is taken back from the screen with a word when the server says no. Of two presses of one thing the
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
    meta: { touches: change.touches.map(([first]) => first), who: getStaffEmail(queries) },
    mutationFn: sendAs(change.send),
    ...(change.isNowOrNever ? { retry: false } : retryUntilAnswered),
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
      const now: unknown = isConflict ? JSON.parse(error.detail ?? 'null') : undefined
      const onConflict = (isHere.current && change.clash) || change.conflict
      const show = now === null ? isHere.current && change.onRemoved : onConflict
      if (isConflict && show) show(input, now)
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
