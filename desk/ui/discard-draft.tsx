/** Button that discards a draft; renders nothing without one. */
export function ThrowAway({ isTyped, onPress }: { isTyped: boolean; onPress: () => void }) {
  return (
    isTyped && (
      <p className="mt">
        <button type="button" className="tlink" onClick={onPress}>
          Throw away what I typed
        </button>
      </p>
    )
  )
}
