import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ThrowAway } from '../../ui/discard-draft.tsx'
import { Clash } from './clash.tsx'
import { Switch } from './switch.tsx'

interface SwitchedPanelProps {
  id: string
  title: string
  isOn: boolean
  isBusy: boolean
  /** True while the change waits for a connection. */
  isKept: boolean
  isTyped: boolean
  onSave: (on: boolean) => void
  onThrowAway: () => void
  clash: Parameters<typeof Clash>[0] | null
  /** Rendered below the heading. */
  lead?: ReactNode
  fields: ReactNode
  /** Rendered below the form. */
  children: ReactNode
}

/** Panel for content that pages show while a switch is on, with its form and its conflict dialog. */
export function SwitchedPanel({ id, title, isOn, onSave, clash, ...props }: SwitchedPanelProps) {
  return (
    <section className="pan pan--line words-panel" aria-labelledby={id}>
      <div className="sh">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        <Switch label={title} isOn={isOn} isBusy={props.isBusy} onClick={() => onSave(!isOn)} />
      </div>
      {props.lead}
      <form
        className={props.lead ? 'mt' : undefined}
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
        <ThrowAway isTyped={props.isTyped} onPress={props.onThrowAway} />
      </form>
      {props.children}
      <output className="sub mt0">
        {props.isKept && 'Kept on this device: it goes when the signal is back.'}
      </output>
      {clash && <Clash {...clash} />}
    </section>
  )
}
