import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ProductPage } from './product-form.ts'
import type { Content } from './stored-content.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import editorStyles from './editor.module.css'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Lists the product's versions of the last thirty days, each with a button that restores it. */
export function OldVersions(props: { olds: ProductPage['olds']; onTake: (old: Content) => void }) {
  const { olds, onTake } = props
  const [asked, setAsked] = useState<ProductPage['olds'][number] | null>(null)
  if (olds.length === 0) return null
  return (
    <section className={editorStyles.section}>
      <h2 className={textStyles.heading}>Back to the old version</h2>
      <ul className={rowStyles.rows}>
        {olds.slice(0, 10).map((old) => (
          <li key={old.id} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={rowStyles.title}>Before {when.format(new Date(old.at))}</span>
              <span className={rowStyles.detail}>changed by {old.who}</span>
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
        <p className={layoutStyles.spaceAbove}>
          The shop will show {asked?.content.name} as it was before{' '}
          {asked && when.format(new Date(asked.at))}. The current one stays in this list.
        </p>
        <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
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
