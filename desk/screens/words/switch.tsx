interface SwitchProps {
  label: string
  isOn: boolean
  onClick: () => void
}

export function Switch({ label, isOn, onClick }: SwitchProps) {
  return (
    <button
      type="button"
      className={isOn ? 'sw sw--on' : 'sw'}
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      onClick={onClick}
    >
      {isOn ? 'On' : 'Off'}
    </button>
  )
}
