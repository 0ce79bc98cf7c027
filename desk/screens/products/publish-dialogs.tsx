import { useNavigate } from 'react-router'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { PriceTypoDialog } from '../../features/products/price-typo-dialog.tsx'
import { LostWarningsDialog } from './lost-warnings-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import type { PublishInput, usePublish } from './publish.ts'
import { addMissedWarnings, listMissedWarnings } from './publishable.ts'
import { removeProductDraft } from './stored-draft.ts'
import type { ProductContent, CopiedProduct } from './stored-content.ts'

interface PublishDialogsProps {
  id: string
  publishing: ReturnType<typeof usePublish>
  /** Called with the version of somebody else, and what was chosen of both. */
  onMerged: (theirs: ProductContent, merged: ProductContent, input: PublishInput) => void
}

/** The questions that come before a product is published: about its price, another person’s version, or the original of a copy. */
export function PublishDialogs({ id, publishing, onMerged }: PublishDialogsProps) {
  const navigate = useNavigate()
  const { slip, conflict, dismissConflict, publishAsNew } = publishing
  if (slip) return <PriceTypoDialog {...slip} />
  if (conflict === null) return null
  const { input, now } = conflict
  if (now === null)
    return (
      <ConflictDialog
        mine={input.name}
        theirs={null}
        onClose={dismissConflict}
        onKeepTheirs={() => {
          removeProductDraft(id)
          void navigate('/products')
        }}
        onUseMine={() => publishAsNew(input)}
      />
    )
  if ('original' in now)
    return (
      input.original && (
        <CopyDialog {...{ publishing, input }} seen={input.original} now={now.original} />
      )
    )
  return (
    <MergeDialog
      mine={input.content}
      theirs={now}
      // Not the form's base: an untouched form has followed the other version already.
      base={input.before}
      onClose={dismissConflict}
      onChosen={(merged) => {
        onMerged(now, merged, input)
        dismissConflict()
      }}
    />
  )
}

interface CopyDialogProps extends Pick<PublishDialogsProps, 'publishing'> {
  input: PublishInput
  /** The original as it was copied. */
  seen: CopiedProduct
  now: ProductContent
}

function CopyDialog({ publishing, input, seen, now }: CopyDialogProps) {
  const versions = [seen.content, now, input.content] as const
  const warned = addMissedWarnings(...versions)
  const publish = (content: ProductContent) =>
    publishing.publishCopy(input, content, { id: seen.id, content: now })
  return (
    <LostWarningsDialog
      title="Its original warns of more now"
      isOpen
      lost={`This copy doesn’t warn of ${listMissedWarnings(...versions).join(', ')}.`}
      keep="Publish it with the warnings"
      take="Publish it without them"
      close="Look at it first"
      onKeep={warned && (() => publish(warned))}
      onTake={() => publish(input.content)}
      onClose={publishing.dismissConflict}
    >
      The label of {now.name} has changed since you copied it.
    </LostWarningsDialog>
  )
}
