import { type ReactNode, useState } from 'react'
import { business } from '../../../domain/business.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import styles from './enquiry.module.css'
import { LazyPart, defineLazyPart } from './lazy-part.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import type { SentEnquiry } from './send-enquiry.ts'

const loadForm = () => import('./enquiry-form.tsx')
const enquiryForm = defineLazyPart(async () => (await loadForm()).EnquiryForm)

interface EnquiryLinkProps {
  kind: 'catering' | 'consultancy'
  variant?: 'primary' | 'secondary' | 'dark'
  size?: 'md' | 'sm'
  arrow?: boolean
  children: ReactNode
}

const mailboxes = {
  catering: {
    to: business.cateringEmail,
    subject: 'Catering enquiry',
    title: 'Proud Catering',
    slab: 'cheddar',
  },
  consultancy: {
    to: business.consultancyEmail,
    subject: 'Consultancy enquiry',
    title: `Ask ${business.chef.name}`,
    slab: 'teal',
  },
} as const

/** Renders a `mailto:` link before hydration, and afterwards a button that opens the form in a dialog. */
export function EnquiryLink({ kind, children, ...buttonProps }: EnquiryLinkProps) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<SentEnquiry | null>(null)
  const { to, subject, title, slab } = mailboxes[kind]
  if (!hydrated)
    return (
      <ButtonLink to={mailLink(to, subject)} {...buttonProps}>
        {children}
      </ButtonLink>
    )
  return (
    <>
      <Button
        {...buttonProps}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onPointerEnter={preloadForm}
        onFocus={preloadForm}
      >
        {children}
      </Button>
      <div className={styles.aside}>
        <Dialog open={open} onClose={() => setOpen(false)} title={title} mascot="toque" slab={slab}>
          <LazyPart
            part={enquiryForm}
            props={{ kind, sent, onSent: setSent, onClose: () => setOpen(false) }}
            failed="Unable to load the inquiry form. Please refresh the page and try again."
          />
        </Dialog>
      </div>
    </>
  )
}

/** Preloads the form. Ignores a failure, because the opened dialog repeats the import and shows the error. */
function preloadForm(): void {
  loadForm().catch(() => {})
}
