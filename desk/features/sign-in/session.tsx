import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import * as v from 'valibot'
import { unwrapResponse, client, isSignedOut, toSignInError } from '../../data/client.ts'
import { removeDrafts } from '../../data/drafts.ts'
import { meKey, type Role, roles } from '../../data/current-staff.ts'
import { persistOptions, offlineQueue } from '../../data/query-client.ts'
import { setClock } from '../../lib/clock.ts'
import { clearNavigationHistory } from '../navigation/back-navigation.ts'
import { closeToasts } from '../../ui/toasts.tsx'

const schema = v.nullable(
  v.object({
    role: v.nullable(v.picklist(roles)),
    name: v.nullable(v.string()),
    email: v.string(),
    /** True when the session has verified all factors that the role requires. */
    isIn: v.boolean(),
    hasApp: v.boolean(),
    /**
     * False after signing in with a recovery code, which removes the password together with the app. Data that older versions
     * stored lacks this field.
     */
    hasPassword: v.optional(v.boolean(), true),
    hasFreshCode: v.boolean(),
  }),
)
const clock = v.object({ now: v.string() })
export type Me = NonNullable<v.InferOutput<typeof schema>>
/** A member of the team who is fully signed in. */
export interface Staff extends Me {
  role: Role
  name: string
}

let isLocking = false
let isPutOut = false
/** Returns true when the session ended without being locked in this tab: it was ended elsewhere, or it expired. */
export const wasSignedOutElsewhere = (): boolean => isPutOut

/** Reads the signed-in person; null when nobody is signed in. Refetched when the desk is opened and when the session changes. */
export function useMe() {
  const queries = useQueryClient()
  useEffect(() => {
    const { data } = client.auth.onAuthStateChange((event) => {
      if (event === 'INITIAL_SESSION') return
      isPutOut = event === 'SIGNED_OUT' && !isLocking
      if (event !== 'SIGNED_OUT') return void queries.invalidateQueries({ queryKey: meKey })
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
      // Cancels a pending request of `me`, whose result would show the person as signed in again.
      void queries.cancelQueries({ queryKey: meKey })
      queries.setQueryData(meKey, null)
      clearNavigationHistory()
      void persistOptions.persister.removeClient()
    })
    return () => data.subscription.unsubscribe()
  }, [queries])
  return useQuery({ queryKey: meKey, queryFn: readMe, staleTime: 60_000, refetchOnMount: 'always' })
}

async function readMe(): Promise<Me | null> {
  const asked = await sessionNow()
  if (asked === null) return null
  const told = await unwrapResponse(client.rpc('desk_me')).catch((error: Error) => {
    if (!isSignedOut(error)) throw error
    return null
  })
  const me = v.parse(schema, told)
  if (me !== null) setClock(v.parse(clock, told).now)
  // Signs out here when the session was ended elsewhere; drafts stay. A session that was started during the request is kept.
  if (me === null && (await sessionNow()) === asked) await leave()
  return me
}

/** Returns the id of this device's session, or null. @throws NoAnswerError when it could not be refreshed just now */
async function sessionNow(): Promise<string | null> {
  const { data, error } = await client.auth.getSession()
  if (isAuthRetryableFetchError(error)) throw toSignInError(error)
  return data.session?.refresh_token ?? null
}

const StaffContext = createContext<Staff | null>(null)

export function StaffProvider({ staff, children }: { staff: Staff; children: ReactNode }) {
  useEffect(() => {
    void offlineQueue.resume()
    return () => offlineQueue.suspend()
  }, [])
  return <StaffContext value={staff}>{children}</StaffContext>
}

/** Returns the signed-in member of staff. Throws outside `RequireStaff`. */
export function useStaff(): Staff {
  const staff = useContext(StaffContext)
  if (staff === null) throw new Error('The desk’s screens stand below its frame')
  return staff
}

/** Locks the desk on this device and removes all of its data here. */
export async function lockDesk(): Promise<void> {
  isLocking = true
  closeToasts()
  removeDrafts()
  await offlineQueue.clear()
  await leave().finally(() => {
    isLocking = false
  })
}

async function leave(): Promise<void> {
  const { error } = await client.auth.signOut({ scope: 'local' })
  if (error) throw toSignInError(error)
}
