import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LostWarningsDialog } from './lost-warnings-dialog.tsx'
import type { ProductPage } from './product-form.ts'
import { addWarnings, listLostWarnings } from './publishable.ts'
import type { ProductContent } from './stored-content.ts'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import editorStyles from './editor.module.css'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

interface OldVersionsProps {
  olds: ProductPage['olds']
  /** The published version; null for a new product. */
  current: ProductContent | null
  onTake: (content: ProductContent) => void
}

/**
 * Lists the product's versions of the last thirty days, each with a button that restores it. When a version warns of fewer allergens
 * than the published one, the dialog names them and offers to keep their warnings.
 */
export function OldVersions({ olds, current, onTake }: OldVersionsProps) {
  const [asked, setAsked] = useState<ProductPage['olds'][number] | null>(null)
  if (olds.length === 0) return null
  const lost = asked && current ? listLostWarnings(current, asked.content) : []
  const warned =
    asked && current && lost.length > 0 ? addWarnings(current, asked.content, asked.content) : null
  const take = (content: ProductContent) => {
    onTake(content)
    setAsked(null)
  }
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
      <LostWarningsDialog
        title="Back to the old version?"
        isOpen={asked !== null}
        lost={lost.length > 0 ? `That one doesn’t warn of ${lost.join(', ')}.` : null}
        keep="Back to it, keep the warnings"
        take={lost.length > 0 ? 'Back to it without them' : 'Back to it'}
        close="Keep the current one"
        onKeep={warned && (() => take(warned))}
        onTake={() => asked && take(asked.content)}
        onClose={() => setAsked(null)}
      >
        The shop will show {asked?.content.name} as it was before{' '}
        {asked && when.format(new Date(asked.at))}. The current one stays in this list.
      </LostWarningsDialog>
    </section>
  )
}
