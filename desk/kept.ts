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
import { retryUntilAnswered, sayNo, sendAs, SignedOutError } from './changes.ts'
import { isSignedOut } from './client.ts'
import { getStaffEmail, inside, meKey } from './current-staff.ts'
import { store } from './device-database.ts'
import { tellOfRoom } from './room.ts'
import { answerKey, sendAnswer, sendTurn, turnKey } from './screens/enquiries/sending.ts'
import { chooseRecipes, chooseRecipesKey } from './screens/pack/choose-recipes.ts'
import { pick, pickKey } from './screens/pack/pick.ts'
import { saidOf, send, sendKey } from './screens/pack/sending.ts'
import { keys, moveStock, setPrice, setSoldOut, setStock } from './screens/products/in-place.ts'
import { publishedToast, publishKey, sendPublish } from './screens/products/send-publish.ts'
import {
  barKey,
  deliveryKey,
  faqKey,
  holidayKey,
  sendBar,
  sendFaq,
  sendHoliday,
  sendPrice,
  sendTestimonial,
  testimonialKey,
} from './screens/words/sending.ts'
import { type DeskToast, showToast } from './ui/toasts.tsx'
import { createWaiting } from './waiting.ts'

const aDay = 24 * 60 * 60_000

/** For what must not be written to the device: where somebody lives. */
export const staysNowhere = { staysNowhere: true }

/** Who is told to sign in again is asked for the locks. */
const onError = (error: Error) => {
  if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: meKey })
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _input, _shown, change) => {
      waiting.keepRefused(error, change)
      onError(error)
    },
    onSettled: (_output, error, _input, _shown, change) => {
      // A change of somebody who has to sign in again, or has signed out, stays until they are back.
      const stays = error instanceof SignedOutError || isSignedOut(error)
      if (!stays) waiting.noteAnswer(change)
    },
  }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: aDay, networkMode: 'offlineFirst', retry: 1 },
  },
})

// What is shown at once stands before a tapped field falls back to what it was.
notifyManager.setScheduler(queueMicrotask)

// It takes the line to be there until it hears otherwise: not so for a page that is opened without one.
onlineManager.setOnline(navigator.onLine)

// These functions send, after a reload, the changes that were made offline. An earlier version of the desk may have stored a
// change: a field that an input gets later is optional (stored-changes.test.ts).
goesOnAfterReload(pickKey, pick, ['picks'])
goesOnAfterReload(chooseRecipesKey, chooseRecipes, ['orders', 'picks'])
goesOnAfterReload(sendKey, send, ['orders', 'today'], saidOf)
goesOnAfterReload(turnKey, sendTurn, ['enquiries', 'today'])
goesOnAfterReload(answerKey, sendAnswer, ['enquiries', 'today'], () => ({
  text: 'Signal’s back: your answer goes in 30 seconds.',
}))
goesOnAfterReload(keys.move, moveStock, ['products'])
goesOnAfterReload(keys.stock, setStock, ['products'])
goesOnAfterReload(keys.price, setPrice, ['products'])
goesOnAfterReload(keys.soldOut, setSoldOut, ['products'])
goesOnAfterReload(publishKey, sendPublish, ['products'], publishedToast)
goesOnAfterReload(barKey, sendBar, ['words'])
goesOnAfterReload(holidayKey, sendHoliday, ['words'])
goesOnAfterReload(deliveryKey, sendPrice, ['words'])
goesOnAfterReload(faqKey, sendFaq, ['words'], onItsPage)
goesOnAfterReload(testimonialKey, sendTestimonial, ['words'], onItsPage)

function onItsPage(): DeskToast {
  return { text: 'Signal’s back: your words are saved.' }
}

function goesOnAfterReload<Input extends object, Output>(
  key: MutationKey,
  sendIt: (input: Input) => Promise<Output>,
  touched: readonly string[],
  done?: (output: Output) => DeskToast,
): void {
  queries.setMutationDefaults<Output, Error, Input>(key, {
    mutationFn: sendAs(sendIt),
    ...retryUntilAnswered,
    onError: sayNo,
    // What a press has made is what the next one is based on.
    gcTime: aDay,
    onSuccess: (output) => done && showToast(done(output)),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => touched.includes(String(queryKey[0])),
      }),
  })
}

export const waiting = createWaiting(queries, () => getStaffEmail(queries))
queries.getMutationCache().subscribe(waiting.write)
queries.getMutationCache().subscribe(sayFirstFailure)

/** Once for each change: it is sent again until the shop answers. */
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
 * What was read last stays on the device for a day, so that a screen opens without a line; whose locks are not open yet does
 * not, or whoever opens them and comes again at once finds them shut. Locking forgets it all.
 */
export const kept: PersistQueryClientProviderProps['persistOptions'] = {
  maxAge: aDay,
  // What another version of the desk has read may be of another shape; this one's code is under its own name.
  buster: import.meta.url,
  persister: createAsyncStoragePersister({
    // What is shown at once is kept before anybody can load the page again.
    throttleTime: 200,
    storage: {
      getItem: (key) => get<string>(key, store),
      setItem: (key, value) => set(key, value, store),
      removeItem: (key) => del(key, store).catch(tellOfRoom),
    },
  }),
  dehydrateOptions: {
    // What is changed is kept elsewhere, and longer.
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query: Query) =>
      defaultShouldDehydrateQuery(query) &&
      query.meta?.['staysNowhere'] !== true &&
      (query.queryKey[0] !== meKey[0] || v.is(inside, query.state.data)),
  },
}
