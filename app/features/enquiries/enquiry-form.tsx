import {
  lazy,
  type RefObject,
  type SubmitEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { fieldId } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './enquiry.module.css'
import {
  type EnquiryForm as Form,
  type EnquiryKind,
  enquiryForms,
  filled,
  type Values,
} from './forms.ts'
import { LoadBoundary } from './load-boundary.tsx'
import { checkEnquiry, sendEnquiry, type SendOutcome, type Sent } from './send-enquiry.ts'

const fields = {
  catering: lazy(async () => ({ default: (await import('./catering-fields.tsx')).CateringFields })),
  consultancy: lazy(async () => ({
    default: (await import('./consultancy-fields.tsx')).ConsultancyFields,
  })),
}

/** So long after it was sent the dialog stays open, in ms (specification, section 9). */
const closingDelay = 2000

interface EnquiryFormProps {
  kind: EnquiryKind
  values: Values
  onValues: (values: Values) => void
  /** The enquiry that was sent last from here. */
  sent: Sent | null
  onSent: (sent: Sent | null) => void
  onClose: () => void
}

export function EnquiryForm(props: EnquiryFormProps) {
  const { kind, values, onValues, sent } = props
  const form = enquiryForms[kind]
  const element = useRef<HTMLFormElement>(null)
  const { errors, busy, submit } = useSubmit(form, props, element)
  const Fields = fields[kind]
  return (
    <form ref={element} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>{form.lead}</p>
      {sent !== null && (
        <output className={styles.sent} key={sent.reference} ref={comeIntoView}>
          Your reference is <b>{sent.reference}</b>.
          {sent.isMailed ? ' It is in your e-mail too.' : ' Please write it down.'}
        </output>
      )}
      <ErrorSummary errors={listOf(form, errors)} />
      <LoadBoundary text="Unable to load form fields. Please refresh the page.">
        <Suspense fallback={<output>Form is loading...</output>}>
          <Fields
            values={values}
            errors={errors}
            onChange={(name, value) => onValues({ ...values, [name]: value })}
          />
          <div className={styles.end}>
            <Button type="submit" size="sm" busy={busy}>
              {busy ? 'Submitting...' : 'Send enquiry'}
            </Button>
            <small>
              We use this to answer you, as our <Link to={paths.privacyPolicy}>privacy policy</Link>{' '}
              says.
            </small>
          </div>
        </Suspense>
      </LoadBoundary>
    </form>
  )
}

/** Checks, sends and tells. */
function useSubmit(
  form: Form,
  { values, onValues, onSent, onClose }: EnquiryFormProps,
  element: RefObject<HTMLFormElement | null>,
) {
  const [errors, setErrors] = useState<Values>({})
  const [busy, setBusy] = useState(false)
  const closeLater = useLater(onClose, closingDelay)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const found = checkHere(form, values)
    showErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    onSent(null)
    const outcome = await sendFromHere(form, filled(form.fields, values))
    setBusy(false)
    if (outcome.ok) {
      showToast(form.sent)
      onValues({})
      onSent(outcome.sent)
      closeLater()
      return
    }
    const text = form.failed.text ?? outcome.message ?? 'Please try again later.'
    showToast({ title: form.failed.title, text, kind: 'failed' })
    if (outcome.field !== null) showErrors({ [outcome.field]: outcome.message ?? text })
  }

  /** The summary takes the focus when there are several; one alone is shown where it is. */
  function showErrors(found: Values): void {
    setErrors(found)
    const [only, another] = Object.keys(found)
    if (only === undefined || another !== undefined) return
    element.current?.querySelector<HTMLElement>(`#${fieldId(only)}`)?.focus()
  }

  return { errors, busy, submit }
}

/** Who pressed the button at the end of a long form would not see what stands at its beginning. */
function comeIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function checkHere(form: Form, values: Values): Values {
  return checkEnquiry(form, values, Date.now())
}

function sendFromHere(form: Form, values: Values): Promise<SendOutcome> {
  return sendEnquiry(form, values, { page: location.pathname, now: Date.now() })
}

function listOf(form: Form, errors: Values) {
  return form.fields.flatMap((name) => {
    const message = errors[name]
    return message === undefined ? [] : [{ name, message }]
  })
}

/** Calls back once, so many ms after it was asked to, unless the part has gone by then. */
function useLater(act: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
}
