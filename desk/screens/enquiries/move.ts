import { useQueryClient } from '@tanstack/react-query'
import { longDay } from '../../../domain/dates.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { showToast } from '../../ui/toasts.tsx'
import {
  type EnquiryCard,
  type Enquiry,
  enquiryKey,
  enquiryListKey,
  type EnquiryStage,
  enquiryStageNames,
} from '../../features/enquiries/queries.ts'
import { changeEnquiry, type EnquiryChange, enquiryChangeKey } from './mutations.ts'

/** Returns a function that changes one field of an enquiry at once, with Undo. */
export function useChangeEnquiry(): (change: EnquiryChange) => void {
  const queries = useQueryClient()
  const { mutate } = useDeskMutation({
    send: changeEnquiry,
    offlineKey: enquiryChangeKey,
    invalidates: [['enquiries']],
    optimisticUpdate: ({ id, field, value }) => {
      const before = {
        list: queries.getQueryData<EnquiryCard[]>(enquiryListKey),
        one: queries.getQueryData<Enquiry>(enquiryKey(id)),
      }
      const changed = shown(field, value)
      if (before.list)
        queries.setQueryData(
          enquiryListKey,
          before.list.map((one) => (one.id === id ? { ...one, ...changed } : one)),
        )
      if (before.one) queries.setQueryData(enquiryKey(id), { ...before.one, ...changed })
      return () => {
        queries.setQueryData(enquiryListKey, before.list)
        queries.setQueryData(enquiryKey(id), before.one)
      }
    },
    successToast: ({ said, ...change }) =>
      said === undefined
        ? null
        : {
            text: said,
            undo: () => mutate({ ...change, value: change.seen, seen: change.value }),
            about: `${change.field}:${change.id}`,
          },
    onConflict: ({ field }, now) =>
      showToast({
        text: `Somebody else was quicker: it is ${named(field, now)} now.`,
        kind: 'fault',
      }),
  })
  return mutate
}

function named(field: EnquiryChange['field'], now: unknown): string {
  if (field === 'stage') return `“${enquiryStageNames[now as EnquiryStage]}”`
  return typeof now === 'string' && now !== '' ? longDay(now) : 'no day'
}

function shown(field: EnquiryChange['field'], value: string): Partial<Enquiry> {
  switch (field) {
    case 'stage':
      return { stage: value as EnquiryStage }
    case 'eventOn':
      return { event_on: value || null }
    case 'followUpOn':
      return { follow_up_on: value || null }
  }
}
