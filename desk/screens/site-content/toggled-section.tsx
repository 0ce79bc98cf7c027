import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConflictDialog, type ConflictDialogProps } from '../../ui/conflict-dialog.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { Switch } from './switch.tsx'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

interface ToggledSectionProps {
  id: string
  title: string
  isOn: boolean
  isBusy: boolean
  /** True while the last change is queued until there is a connection. */
  isKept: boolean
  isTyped: boolean
  onSave: (on: boolean) => void
  onThrowAway: () => void
  conflict: ConflictDialogProps | null
  /** Rendered below the heading. */
  lead?: ReactNode
  fields: ReactNode
  /** Rendered below the form. */
  children: ReactNode
}

/** Panel for content that pages show while a switch is on, with its form and its conflict dialog. */
export function ToggledSection({
  id,
  title,
  isOn,
  onSave,
  conflict,
  ...props
}: ToggledSectionProps) {
  return (
    <section
      className={`${panelStyles.panel} ${panelStyles.outlined} ${styles.panel}`}
      aria-labelledby={id}
    >
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading} id={id}>
          {title}
        </h2>
        <Switch label={title} isOn={isOn} isBusy={props.isBusy} onClick={() => onSave(!isOn)} />
      </div>
      {props.lead}
      <form
        className={props.lead ? layoutStyles.spaceAbove : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          onSave(isOn)
        }}
        noValidate
      >
        {props.fields}
        {props.isTyped && (
          <Button type="submit" look="quiet" disabled={props.isBusy}>
            {isOn ? 'Save and show it' : 'Save for later'}
          </Button>
        )}
        <DiscardDraftButton isTyped={props.isTyped} onPress={props.onThrowAway} />
      </form>
      {props.children}
      <output className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        {props.isKept && 'Kept on this device: it goes when the signal is back.'}
      </output>
      {conflict && <ConflictDialog {...conflict} />}
    </section>
  )
}
