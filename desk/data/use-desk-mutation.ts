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
   * Sends the change as one request, which is one transaction. It may use only `input`, because it is retried after a lost
   * connection, when the screen may hold newer text.
   */
  send: (input: Input) => Promise<Output>
  /** The mutation key under which `query-client.ts` resumes the change after a reload, if it waits for a connection. */
  offlineKey?: MutationKey
  /** True for a change that is never queued: it fails at once while offline, or when its request gets no answer. */
  requiresConnection?: boolean
  /** Query keys to invalidate after the change. */
  invalidates: QueryKey[]
  /** Applies the optimistic update to cached queries, and returns the function that rolls it back. */
  optimisticUpdate?: (input: Input) => () => void
  /** Returns the toast for success, with its Undo. */
  successToast?: (input: Input, output: Output) => DeskToast | null
  /**
   * Given when the screen offers a choice in a conflict: the schema of the current value that the backend returns, nullable if the
   * screen also handles a removed row. The value is then returned as `conflict`; if the screen was left, a toast reports the
   * conflict instead.
   */
  conflictSchema?: v.GenericSchema<unknown, Now>
  /** Reports a conflict in the screen's own words when no choice is offered. A removed row is always reported by a toast. */
  onConflict?: (input: Input, now: unknown) => void
}

/** Retries a change until the backend answers. Until then it stays on the device, however long that takes. */
export const retryUntilAnswered = {
  retry: (_count: number, error: Error): boolean => isRetryable(error),
  retryDelay: (count: number): number => Math.min(1000 * 2 ** count, 15_000),
}

/**
 * Thrown when the person who made a change has signed out: the change stays on the device until they sign in again, and is not sent
 * from another account.
 */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

/** Wraps `send` so that a change is sent only while the person who made it, named in its `meta`, is signed in. */
export function sendOnlyAsAuthor<Input, Output>(send: (input: Input) => Promise<Output>) {
  return async (input: Input, { client, meta }: MutationFunctionContext): Promise<Output> => {
    if (meta?.['who'] !== getStaffEmail(client)) throw new SignedOutError('Signed out')
    return send(input)
  }
}

interface Shown {
  takeBack: (() => void) | undefined
  isAnswered: boolean
}

/** Returns true for a pending change that is paused offline or whose last attempt got no answer: it is retried automatically. */
export function isAwaitingRetry({
  failureCount,
  isPaused,
  status,
}: Pick<MutationState, 'failureCount' | 'isPaused' | 'status'>): boolean {
  return status === 'pending' && (isPaused || failureCount > 0)
}

const answered = v.object({ isAnswered: v.literal(true) })

/**
 * Returns true while a pending mutation will invalidate queries whose key begins with `first`. They are refetched after the last
 * such mutation.
 */
export function hasPendingMutation(queries: QueryClient, first: unknown): boolean {
  const isOfIt = ({ meta, state }: Mutation<unknown, Error, unknown>): boolean =>
    Array.isArray(meta?.['touches']) &&
    meta['touches'].includes(first) &&
    !v.is(answered, state.context)
  return queries.isMutating({ predicate: isOfIt }) > 0
}

/**
 * Shows the error of a refused change as a toast. It begins with `input.name`, if there is one, because the screen may be closed by
 * then.
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
 * Mutation hook of the desk. A change updates the screen at once if `optimisticUpdate` is given, is queued while offline, is
 * retried until the backend answers, and is rolled back with a toast when the backend refuses it. Changes with the same scope run
 * one after the other, so the last one wins, and data fetched between them is not shown. The conflict ends with the next change or
 * with `dismissConflict`.
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
  /**
   * Handles a conflict. Returns false when the error is no conflict, or the screen does not handle it: a toast then has to report
   * it.
   */
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
    mutationFn: sendOnlyAsAuthor(change.send),
    ...(change.requiresConnection ? { retry: false } : retryUntilAnswered),
    networkMode: change.requiresConnection ? 'always' : 'online',
    onMutate: async (input) => {
      setConflict(null)
      if (change.optimisticUpdate === undefined) return { takeBack: undefined, isAnswered: false }
      // Cancels running fetches, which would overwrite the optimistic update with the previous state.
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
      const unseen = change.invalidates.filter(([first]) => !hasPendingMutation(queries, first))
      await Promise.all(unseen.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  return { ...mutation, conflict, dismissConflict: () => setConflict(null) }
}
