import switchStyles from '../../ui/switch.module.css'

interface SwitchProps {
  label: string
  isOn: boolean
  /** True while a change waits for its answer, because the next change is based on that answer. */
  isBusy: boolean
  onClick: () => void
}

export function Switch({ label, isOn, isBusy, onClick }: SwitchProps) {
  return (
    <button
      type="button"
      className={isOn ? `${switchStyles.switch} ${switchStyles.on}` : switchStyles.switch}
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {isOn ? 'On' : 'Off'}
    </button>
  )
}
