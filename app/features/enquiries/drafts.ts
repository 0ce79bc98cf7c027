import { createValue } from '../../ui/listeners.ts'
import { onSignedOut } from '../account/session.ts'
import type { EnquiryKind, Values } from './forms.ts'

const none: Values = {}
const drafts = createValue<Partial<Record<EnquiryKind, Values>>>({})
onSignedOut(() => drafts.set({}))

/** What was typed into an enquiry and is not sent yet: kept over pages, only in memory, until the next page load. */
export function useDraft(kind: EnquiryKind): Values {
  return drafts.useValue()[kind] ?? none
}

export function keepDraft(kind: EnquiryKind, values: Values): void {
  drafts.set({ ...drafts.read(), [kind]: values })
}
