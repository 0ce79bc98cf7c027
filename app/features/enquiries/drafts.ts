import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { onSignedOut } from '../account/session.ts'
import type { EnquiryKind, Values } from './forms.ts'

const { tell, subscribe } = createListeners()
const none: Values = {}
let drafts: Partial<Record<EnquiryKind, Values>> = {}
onSignedOut(() => {
  drafts = {}
  tell()
})

/** What was typed into an enquiry and is not sent yet: kept over pages, only in memory, until the next page load. */
export function useDraft(kind: EnquiryKind): Values {
  return useSyncExternalStore(
    subscribe,
    () => drafts[kind] ?? none,
    () => none,
  )
}

export function keepDraft(kind: EnquiryKind, values: Values): void {
  drafts = { ...drafts, [kind]: values }
  tell()
}
