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
import { useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { isRetryable } from './client.ts'
import { DeskError, SupersededError } from '../lib/errors.ts'
import { getStaffEmail } from './current-staff.ts'
import { type DeskToast, showToast } from '../ui/toasts.tsx'

interface Change<Input, Output, Now> {
  /**
   * Sends the change: one call, one transaction. It depends on `input` alone, because it is retried after a lost connection,
   * and the screen may hold newer text by then.
   */
  send: (input: Input) => Promise<Output>
  /** The mutation key under which `query-client.ts` resumes the change after a reload, if it waits for a connection. */
  offlineKey?: MutationKey
  /** Fails at once while offline, or when the browser only believes that it is online: it is never queued. */
  requiresConnection?: boolean
  /** Query keys to invalidate afterwards. */
  invalidates: QueryKey[]
  /** Applies the optimistic update, where it can be undone; returns its rollback. */
  optimisticUpdate?: (input: Input) => () => void
  /** Returns the toast for success, with its Undo. */
  successToast?: (input: Input, output: Output) => DeskToast | null
  /**
   * The schema of the present value for a conflict in which the screen offers a choice; it accepts null if it does so for a
   * removed row. The conflict is then returned as `conflict`. After the screen was left, a toast reports it instead.
   */
  conflictSchema?: v.GenericSchema<unknown, Now>
  /** Reports other conflicts in the words of its own screen; a removed row is always reported by a toast. */
  onConflict?: (input: Input, now: unknown) => void
}

/**
 * Only an answer of the backend ends a change: without one it is sent again, and stays on the device, for as long as that
 * takes.
 */
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

/** Returns true for a change that found no connection, or got no answer: it is retried automatically. */
export function isWaiting({
  failureCount,
  isPaused,
  status,
}: Pick<MutationState, 'failureCount' | 'isPaused' | 'status'>): boolean {
  return status === 'pending' && (isPaused || failureCount > 0)
}

const answered = v.object({ isAnswered: v.literal(true) })

/**
 * Returns true while a pending mutation invalidates queries whose key begins with `first`: they are refetched when the last
 * one settles.
 */
export function isBeingChanged(queries: QueryClient, first: unknown): boolean {
  const isOfIt = ({ meta, state }: Mutation<unknown, Error, unknown>): boolean =>
    Array.isArray(meta?.['touches']) &&
    meta['touches'].includes(first) &&
    !v.is(answered, state.context)
  return queries.isMutating({ predicate: isOfIt }) > 0
}

/**
 * Shows the error of a refused change. The screen may be closed, so the message begins with the name from the input, if it has
 * one.
 */
export function showErrorToast(error: Error, input: unknown): void {
  if (error instanceof SignedOutError || error instanceof SupersededError) return
  const message =
    error instanceof v.ValiError
      ? 'The shop’s answer can’t be read here. Please load the page again.'
      : error.message
  const named = v.safeParse(v.object({ name: v.string() }), input)
  showToast({ text: named.success ? `${named.output.name}: ${message}` : message, kind: 'fault' })
}

/**
 * One mutation of the desk. It updates the screen at once if `optimisticUpdate` is given, is queued while offline, is retried until the
 * backend answers, and is rolled back with a toast when the backend refuses it. Changes of one scope run one after the other,
 * so the last one holds, and what is fetched between them is not shown. The next change, or `dismissConflict`, ends a conflict.
 */
export function useDeskMutation<Input, Output, Now = unknown>(change: Change<Input, Output, Now>) {
  const queries = useQueryClient()
  const own = useId()
  const [conflict, setConflict] = useState<{ input: Input; now: Now } | null>(null)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  /** Returns false when a toast has to report the error. */
  const handleConflict = (error: Error, input: Input): boolean => {
    if (!(error instanceof DeskError) || error.code !== 'PT409') return false
    const now: unknown = JSON.parse(error.detail ?? 'null')
    const choice =
      isHere.current && change.conflictSchema ? v.safeParse(change.conflictSchema, now) : null
    if (choice?.success) setConflict({ input, now: choice.output })
    else if (now !== null && change.onConflict) change.onConflict(input, now)
    else return false
    return true
  }
  const mutation = useMutation<Output, Error, Input, Shown>({
    ...(change.offlineKey && { mutationKey: change.offlineKey }),
    scope: { id: change.offlineKey?.join(':') ?? own },
    meta: { touches: change.invalidates.map(([first]) => first), who: getStaffEmail(queries) },
    mutationFn: sendAs(change.send),
    ...(change.requiresConnection ? { retry: false } : retryUntilAnswered),
    networkMode: change.requiresConnection ? 'always' : 'online',
    onMutate: async (input) => {
      setConflict(null)
      if (change.optimisticUpdate === undefined) return { takeBack: undefined, isAnswered: false }
      // A fetch that is under way would overwrite the optimistic update with the former state.
      await Promise.all(change.invalidates.map((queryKey) => queries.cancelQueries({ queryKey })))
      return { takeBack: change.optimisticUpdate(input), isAnswered: false }
    },
    onError: (error, input, shown) => {
      shown?.takeBack?.()
      if (!handleConflict(error, input)) showErrorToast(error, input)
    },
    onSuccess: (output, input) => {
      const said = change.successToast?.(input, output)
      if (said) showToast(said)
    },
    onSettled: async (_data, _error, _input, shown) => {
      if (shown) shown.isAnswered = true
      const unseen = change.invalidates.filter(([first]) => !isBeingChanged(queries, first))
      await Promise.all(unseen.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  return { ...mutation, conflict, dismissConflict: () => setConflict(null) }
}
