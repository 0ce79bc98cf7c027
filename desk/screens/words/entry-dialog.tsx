import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { ThrowAway } from '../../ui/throw-away.tsx'
import { Clash } from './clash.tsx'

interface EntryDialogProps {
  /** "Question": what is edited. */
  title: string
  isNew: boolean
  isBusy: boolean
  isTyped: boolean
  onSave: ComponentProps<'form'>['onSubmit']
  onRemove: () => void
  onClose: () => void
  onThrowAway: () => void
  /** What somebody else has made of it since; `became` is null when they took it off the page. */
  clash: { typed: string; became: string | null; onChosen: () => void; onUse: () => void } | null
  children: ReactNode
}

/** A question or a testimonial: its fields, and what can be done with it. */
export function EntryDialog({ title, isNew, clash, children, ...props }: EntryDialogProps) {
  const { isBusy, isTyped, onSave, onRemove, onClose, onThrowAway } = props
  return (
    <Dialog title={isNew ? `A new ${title.toLowerCase()}` : title} isOpen onClose={onClose}>
      <form className="mt" onSubmit={onSave} noValidate>
        {children}
        <div className="btns mt">
          <Button type="submit" disabled={isBusy}>
            {isNew ? 'Put it on the page' : 'Save'}
          </Button>
          {!isNew && (
            <OnlineButton what="Take it off" look="quiet" onClick={onRemove}>
              Take it off the page
            </OnlineButton>
          )}
        </div>
        <ThrowAway isTyped={isTyped} onPress={onThrowAway} />
      </form>
      {clash && (
        <Clash
          {...clash}
          became={clash.became ?? 'nothing: it was taken off the page'}
          onKeep={onThrowAway}
        />
      )}
    </Dialog>
  )
}
