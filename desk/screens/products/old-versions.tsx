import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ProductPage } from './product-form.ts'
import type { Content } from './stored-content.ts'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** The versions of the last thirty days, each of which can be restored. */
export function OldVersions(props: { olds: ProductPage['olds']; onTake: (old: Content) => void }) {
  const { olds, onTake } = props
  const [asked, setAsked] = useState<ProductPage['olds'][number] | null>(null)
  if (olds.length === 0) return null
  return (
    <section className="sec">
      <h2 className="h2">Back to the old version</h2>
      <ul className="rows">
        {olds.slice(0, 10).map((old) => (
          <li key={old.id} className="row">
            <span className="g">
              <span className="t">Before {when.format(new Date(old.at))}</span>
              <span className="sub">changed by {old.who}</span>
            </span>
            <Button look="quiet" onClick={() => setAsked(old)}>
              Back to it
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        title="Back to the old version?"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
      >
        <p className="mt">
          The shop will show {asked?.content.name} as it was before{' '}
          {asked && when.format(new Date(asked.at))}. The current one stays in this list.
        </p>
        <div className="btns mt2">
          <Button
            onClick={() => {
              if (asked) onTake(asked.content)
              setAsked(null)
            }}
          >
            Back to it
          </Button>
          <Button look="quiet" onClick={() => setAsked(null)}>
            Keep the current one
          </Button>
        </div>
      </Dialog>
    </section>
  )
}
