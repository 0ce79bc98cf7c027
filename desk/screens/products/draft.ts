import { createStore, del, get, set } from 'idb-keyval'
import { useEffect, useState } from 'react'
import type { Content, Values } from './content.ts'

/** What was typed and not published: it survives a reload, a lost line and a session that has ended. */
export interface Draft {
  values: Values
  /** What it is based on; null is a new product. */
  base: Content | null
  /** ms since 1970. */
  at: number
}

const store = createStore('desk-drafts', 'products')

/** Undefined until it is known whether there is one. */
export function useDraft(id: string): Draft | null | undefined {
  const [draft, setDraft] = useState<Draft | null | undefined>(undefined)
  useEffect(() => {
    let isHere = true
    get<Draft>(id, store).then(
      (found) => isHere && setDraft(found ?? null),
      // A browser that keeps nothing has no drafts.
      () => isHere && setDraft(null),
    )
    return () => {
      isHere = false
    }
  }, [id])
  return draft
}

export const keepDraft = (id: string, draft: Draft): Promise<void> => set(id, draft, store)
export const dropDraft = (id: string): Promise<void> => del(id, store)
