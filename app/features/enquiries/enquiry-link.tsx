import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { business } from '../../../domain/business.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { logFailure } from '../browser-log.ts'
import type { EnquiryDialogProps } from './enquiry-dialog.tsx'
import { mailLink } from './mail-link.ts'

const loadDialog = () => import('./enquiry-dialog.tsx')
const EnquiryDialog = lazy<ComponentType<EnquiryDialogProps>>(async () => {
  try {
    return { default: (await loadDialog()).EnquiryDialog }
  } catch (cause) {
    logFailure('The enquiry dialog could not be loaded', cause)
    return { default: NoDialog }
  }
})

interface EnquiryLinkProps {
  kind: 'catering' | 'consultancy'
  variant?: 'primary' | 'secondary' | 'dark'
  size?: 'md' | 'sm'
  arrow?: boolean
  children: ReactNode
}

const desks = {
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

/**
 * The button that begins an enquiry: it opens a form in a dialog. Until the page has come alive it is a link that opens
 * an e-mail to the right desk. What was typed stays while the page is open.
 */
export function EnquiryLink({ kind, children, ...look }: EnquiryLinkProps) {
  const alive = useHydrated()
  const [open, setOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const [values, setValues] = useState<Record<string, string>>({})
  const [reference, setReference] = useState<string | null>(null)
  const { to, subject, title, slab } = desks[kind]
  if (!alive)
    return (
      <ButtonAnchor href={mailLink(to, subject)} {...look}>
        {children}
      </ButtonAnchor>
    )
  return (
    <>
      <Button
        {...look}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setIsWanted(true)
          setOpen(true)
        }}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {children}
      </Button>
      {isWanted && (
        <Suspense>
          <EnquiryDialog
            kind={kind}
            title={title}
            slab={slab}
            open={open}
            values={values}
            onValues={setValues}
            reference={reference}
            onSent={setReference}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** A head start; when it fails, the press tries again and says so. */
function prepare(): void {
  loadDialog().then(
    ({ prepareForm }) => prepareForm(),
    () => {},
  )
}

function NoDialog() {
  return <p role="alert">Unable to load the inquiry form. Please refresh the page and try again.</p>
}
