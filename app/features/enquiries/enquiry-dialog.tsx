import { lazy, Suspense } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './enquiry.module.css'
import { LoadBoundary } from './load-boundary.tsx'

const loadForm = () => import('./enquiry-form.tsx')
const EnquiryForm = lazy(async () => ({ default: (await loadForm()).EnquiryForm }))

export interface EnquiryDialogProps {
  kind: 'catering' | 'consultancy'
  title: string
  slab: 'cheddar' | 'teal'
  open: boolean
  values: Record<string, string>
  onValues: (values: Record<string, string>) => void
  reference: string | null
  onSent: (reference: string | null) => void
  onClose: () => void
}

/** The dialog of an enquiry. Its form is loaded with it and says so while it is on its way. */
export function EnquiryDialog({ title, slab, open, onClose, ...form }: EnquiryDialogProps) {
  return (
    <div className={styles.aside}>
      <Dialog open={open} onClose={onClose} title={title} mascot="toque" slab={slab}>
        <LoadBoundary text="Unable to load the inquiry form. Please refresh the page and try again.">
          <Suspense fallback={<output>Form is loading...</output>}>
            <EnquiryForm {...form} onClose={onClose} />
          </Suspense>
        </LoadBoundary>
      </Dialog>
    </div>
  )
}

/** A head start; when it fails, the dialog tries again and says so. */
export function prepareForm(): void {
  loadForm().catch(() => {})
}
