import buttonStyles from './button.module.css'
import layoutStyles from './layout.module.css'

/** Button that discards a draft; renders nothing without one. */
export function DiscardDraftButton({
  isTyped,
  onPress,
}: {
  isTyped: boolean
  onPress: () => void
}) {
  return (
    isTyped && (
      <p className={layoutStyles.spaceAbove}>
        <button type="button" className={buttonStyles.textButton} onClick={onPress}>
          Throw away what I typed
        </button>
      </p>
    )
  )
}
