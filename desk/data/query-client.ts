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
import { retryUntilAnswered, showErrorToast, sendOnlyAsAuthor, SignedOutError } from './use-desk-mutation.ts'
import { isSignedOut } from './client.ts'
import { getStaffEmail, signedInStaff, meKey } from './current-staff.ts'
import { deviceStore } from '../lib/device-database.ts'
import { warnStorageFull } from './storage-warning.ts'
import { type DeskToast, showToast } from '../ui/toasts.tsx'
import { createOfflineQueue } from './offline-queue.ts'

const aDay = 24 * 60 * 60_000

/** `meta` of queries that must not be written to the device, such as those with postal addresses. */
export const doNotPersist = { staysNowhere: true }

/** An error that says "signed out" invalidates `me`, so that the screen asks for the missing step of signing in. */
const onError = (error: Error) => {
  if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: meKey })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _input, _shown, change) => {
      offlineQueue.storeRefused(error, change)
      onError(error)
    },
    onSettled: (_output, error, _input, _shown, change) => {
      // A change that failed because its author is signed out stays queued until they sign in again.
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
 * Registers how to send a queued change after a reload, when the screen that made it is not open.
 * @param affectedKeys first keys of the queries that show the changed data
 */
export function registerOfflineMutation<Input extends object, Output>(
  key: MutationKey,
  sendIt: (input: Input) => Promise<Output>,
  affectedKeys: readonly string[],
  done?: (output: Output, input: Input) => DeskToast,
): void {
  queryClient.setMutationDefaults<Output, Error, Input>(key, {
    mutationFn: sendOnlyAsAuthor(sendIt),
    ...retryUntilAnswered,
    onError: showErrorToast,
    // The result of a mutation is the base of the next one, so it stays in the cache after its screen is closed.
    gcTime: aDay,
    onSuccess: (output, input) => done && showToast(done(output, input)),
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => affectedKeys.includes(String(queryKey[0])),
      }),
  })
}

export const offlineQueue = createOfflineQueue(queryClient, () => getStaffEmail(queryClient))
queryClient.getMutationCache().subscribe(offlineQueue.write)
queryClient.getMutationCache().subscribe(sayFirstFailure)

/** Shows a toast when a change gets no answer for the first time, and none for its retries. */
function sayFirstFailure(event: MutationCacheNotifyEvent): void {
  if (event.type !== 'updated' || event.action.type !== 'failed') return
  const { options, state } = event.mutation
  if (event.action.failureCount > 1 || state.status !== 'pending' || !options.meta?.['touches'])
    return
  const isKept = queryClient.getMutationDefaults(options.mutationKey ?? []).mutationFn !== undefined
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
  // Discards the cache of another version of the desk, whose data may have another shape. The URL of this module changes with every
  // build.
  buster: import.meta.url,
  persister: createAsyncStoragePersister({
    // In ms; short, so that an optimistic update is usually stored before a reload.
    throttleTime: 200,
    storage: {
      getItem: (key) => get<string>(key, deviceStore),
      setItem: (key, value) => set(key, value, deviceStore),
      removeItem: (key) => del(key, deviceStore).catch(warnStorageFull),
    },
  }),
  dehydrateOptions: {
    // Mutations are not persisted here: the offline queue stores them, without a time limit.
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query: Query) =>
      defaultShouldDehydrateQuery(query) &&
      query.meta?.['staysNowhere'] !== true &&
      (query.queryKey[0] !== meKey[0] || v.is(signedInStaff, query.state.data)),
  },
}
