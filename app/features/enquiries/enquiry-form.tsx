import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, useErrorFocus } from '../../ui/error-summary.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { createSharedValue } from '../../ui/listeners.ts'
import { showToast } from '../../ui/toasts.ts'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { onSignedOut } from '../account/session.ts'
import styles from './enquiry.module.css'
import {
  type EnquiryFormDefinition,
  type EnquiryKind,
  enquiryForms,
  pickFieldValues,
  type FieldValues,
} from './forms.ts'
import { LazyPart, defineLazyPart } from './lazy-part.tsx'
import { validateEnquiry, sendEnquiry, type SentEnquiry } from './send-enquiry.ts'

const enquiryFields = defineLazyPart(
  async () => (await import('./enquiry-fields.tsx')).EnquiryFields,
)

const noValues: FieldValues = {}
/** Unsent values of each form. They are in memory only: client navigation preserves them, a page load does not. */
const drafts = createSharedValue<Partial<Record<EnquiryKind, FieldValues>>>({})
onSignedOut(() => drafts.set({}))

function saveDraft(kind: EnquiryKind, values: FieldValues): void {
  drafts.set({ ...drafts.read(), [kind]: values })
}

/** True while a form is being sent. Kept outside of the component, so that a reopened dialog is still busy. */
const sending = createSharedValue(false)

/** The time for which the dialog stays open after sending, in ms (specification, section 9). */
const closeDelayMs = 2000

interface EnquiryFormProps {
  kind: EnquiryKind
  sent: SentEnquiry | null
  onSent: (sent: SentEnquiry | null) => void
  onClose: () => void
}

export function EnquiryForm(props: EnquiryFormProps) {
  const { kind, sent } = props
  const values = drafts.useValue()[kind] ?? noValues
  const form = enquiryForms[kind]
  const { errors, busy, submit } = useSubmit(form, values, props)
  const button = useRestoreFocus(busy)
  const onChange = (name: string, value: string) => saveDraft(kind, { ...values, [name]: value })
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>{form.lead}</p>
      {sent !== null && (
        // Not a live region: the toast already announces the success.
        <p className={styles.sent} key={sent.reference} ref={scrollIntoViewOnMount}>
          Your reference is <b>{sent.reference}</b>.
          {sent.isMailed ? ' It is in your e-mail too.' : ' Please write it down.'}
        </p>
      )}
      <ErrorSummary errors={getInvalidFields(form, errors)} />
      <LazyPart
        part={enquiryFields}
        props={{ fields: form.fields, values, errors, onChange }}
        failed="Unable to load form fields. Please refresh the page."
      >
        <div className={styles.end}>
          <Button ref={button} type="submit" size="sm" busy={busy}>
            {busy ? 'Submitting...' : 'Send enquiry'}
          </Button>
          <small>
            We use this to answer you, as our{' '}
            <NewTabLink href={paths.privacyPolicy}>privacy policy</NewTabLink> says.
          </small>
        </div>
      </LazyPart>
    </form>
  )
}

function useSubmit(
  form: EnquiryFormDefinition,
  values: FieldValues,
  { kind, onSent, onClose }: EnquiryFormProps,
) {
  const [errors, setErrors] = useState<FieldValues>({})
  const [isDone, setDone] = useState(false)
  const busy = sending.useValue()
  useErrorFocus(errors)
  useTimeout(onClose, isDone ? closeDelayMs : null)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const validationErrors = validateEnquiry(form, values, Date.now())
    setErrors(validationErrors)
    if (Object.keys(validationErrors).length > 0) return
    sending.set(true)
    setDone(false)
    onSent(null)
    const outcome = await sendEnquiry(form, pickFieldValues(form.fields, values), {
      page: location.pathname,
      now: Date.now(),
    })
    sending.set(false)
    if (outcome.ok) {
      showToast(form.sent)
      if (drafts.read()[kind] === values) saveDraft(kind, {})
      onSent(outcome.sent)
      setDone(true)
      return
    }
    const text = form.failed.text ?? outcome.message ?? 'Please try again later.'
    showToast({ title: form.failed.title, text, kind: 'failed' })
    if (outcome.field !== null) setErrors({ [outcome.field]: outcome.message ?? text })
  }

  return { errors, busy, submit }
}

/** Scrolls the confirmation into view, which is at the top of a long form, far above the send button. */
function scrollIntoViewOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function getInvalidFields(form: EnquiryFormDefinition, errors: FieldValues) {
  return form.fields.filter(({ name }) => errors[name] !== undefined)
}

function useTimeout(callback: () => void, ms: number | null): void {
  const onTimeout = useEffectEvent(callback)
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(onTimeout, ms)
    return () => clearTimeout(timer)
  }, [ms])
}
