import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { logFailure } from '../browser/browser-log.ts'

interface PromptProps {
  onClose?: () => void
}

/** A prompt that is loaded when its time comes. One that cannot be loaded closes again: nobody asked for it. */
export function lazyPrompt<Props extends object>(
  load: () => Promise<ComponentType<Props & PromptProps>>,
) {
  const Prompt = lazy<ComponentType<Props & PromptProps>>(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      logFailure('Prompt: could not be loaded', cause)
      return { default: Absent }
    }
  })
  return (props: Props & PromptProps) => (
    <Suspense>
      <Prompt {...props} />
    </Suspense>
  )
}

function Absent({ onClose }: PromptProps) {
  useEffect(() => onClose?.(), [onClose])
  return null
}
