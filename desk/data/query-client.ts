import {
  type MutationKey,
  defaultShouldDehydrateQuery,
  notifyManager,
  MutationCache,
  type MutationCacheNotifyEvent,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { PersistQueryClientProviderProps } from '@tanstack/react-query-persist-client'
import { del, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { retryUntilAnswered, showErrorToast, sendAs, SignedOutError } from './use-desk-mutation.ts'
import { isSignedOut } from './client.ts'
import { getStaffEmail, inside, meKey } from './current-staff.ts'
import { store } from '../lib/device-database.ts'
import { warnStorageFull } from './storage-warning.ts'
import { type DeskToast, showToast } from '../ui/toasts.tsx'
import { createOfflineQueue } from './offline-queue.ts'

const aDay = 24 * 60 * 60_000

/** `meta` of queries that must not be written to the device, such as those with addresses. */
export const doNotPersist = { staysNowhere: true }

/** A refused session invalidates `me`, so that the screen asks for the missing step of signing in. */
const onError = (error: Error) => {
  if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: meKey })
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _input, _shown, change) => {
      offlineQueue.storeRefused(error, change)
      onError(error)
    },
    onSettled: (_output, error, _input, _shown, change) => {
      // A change whose author has to sign in again, or has signed out, stays until they are back.
      const stays = error instanceof SignedOutError || isSignedOut(error)
      if (!stays) offlineQueue.markAnswered(change)
    },
  }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: aDay, networkMode: 'offlineFirst', retry: 1 },
  },
})

// Renders optimistic updates in the same task, before a tapped field falls back to its former value.
notifyManager.setScheduler(queueMicrotask)

// `onlineManager` assumes a connection, which is wrong for a page that is opened offline.
onlineManager.setOnline(navigator.onLine)

/**
 * Lets a change that was made offline be sent after a reload, when the screen that made it is not open.
 * @param touched first keys of the queries that show it
 */
export function registerOfflineMutation<Input extends object, Output>(
  key: MutationKey,
  sendIt: (input: Input) => Promise<Output>,
  touched: readonly string[],
  done?: (output: Output) => DeskToast,
): void {
  queries.setMutationDefaults<Output, Error, Input>(key, {
    mutationFn: sendAs(sendIt),
    ...retryUntilAnswered,
    onError: showErrorToast,
    // The result of a mutation is the base of the next one, so it outlives the screen.
    gcTime: aDay,
    onSuccess: (output) => done && showToast(done(output)),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => touched.includes(String(queryKey[0])),
      }),
  })
}

export const offlineQueue = createOfflineQueue(queries, () => getStaffEmail(queries))
queries.getMutationCache().subscribe(offlineQueue.write)
queries.getMutationCache().subscribe(sayFirstFailure)

/** Reports once for each change: it is sent again until the backend answers. */
function sayFirstFailure(event: MutationCacheNotifyEvent): void {
  if (event.type !== 'updated' || event.action.type !== 'failed') return
  const { options, state } = event.mutation
  if (event.action.failureCount > 1 || state.status !== 'pending' || !options.meta?.['touches'])
    return
  const isKept = queries.getMutationDefaults(options.mutationKey ?? []).mutationFn !== undefined
  const text = isKept
    ? 'No answer from the shop yet. Kept; it’ll be sent when the connection is back.'
    : 'No answer from the shop yet. It’ll be sent when the connection is back, as long as this page stays open.'
  showToast({ text, about: 'no answer' })
}

/**
 * Persists queries on the device for a day, so that a screen opens offline. A `me` that is not fully signed in is not
 * persisted: after signing in and an immediate reload it would show the sign-in screen again. Locking removes everything.
 */
export const persistOptions: PersistQueryClientProviderProps['persistOptions'] = {
  maxAge: aDay,
  // Another version of the desk may have stored data of another shape. The URL of this module changes with every build.
  buster: import.meta.url,
  persister: createAsyncStoragePersister({
    // Short, in ms, so that an optimistic update is stored before a reload is likely.
    throttleTime: 200,
    storage: {
      getItem: (key) => get<string>(key, store),
      setItem: (key, value) => set(key, value, store),
      removeItem: (key) => del(key, store).catch(warnStorageFull),
    },
  }),
  dehydrateOptions: {
    // The offline queue stores mutations, for longer.
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query: Query) =>
      defaultShouldDehydrateQuery(query) &&
      query.meta?.['staysNowhere'] !== true &&
      (query.queryKey[0] !== meKey[0] || v.is(inside, query.state.data)),
  },
}
