import { type ComponentType, lazy, useEffect } from 'react'
import { logFailure } from '../browser-log.ts'

interface PromptProps {
  onClose: () => void
}

/** A prompt that is loaded when it opens. One that cannot be loaded closes again: nobody asked for it. */
export function lazyPrompt<Props extends PromptProps>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      logFailure('A prompt could not be loaded', cause)
      return { default: Absent }
    }
  })
}

function Absent({ onClose }: PromptProps) {
  useEffect(() => onClose(), [onClose])
  return null
}
