import { type ComponentType, useEffect, useState } from 'react'
import { logFailure } from './browser-log.ts'

interface PromptProps {
  onClose?: () => void
}

/**
 * A prompt that is loaded when its time comes, and shown as soon as it has come: Suspense would show it a third of a
 * second after its absence at the earliest. One that cannot be loaded closes again: nobody asked for it.
 */
export function lazyPrompt<Props extends object>(
  load: () => Promise<ComponentType<Props & PromptProps>>,
) {
  let loaded: ComponentType<Props & PromptProps> | null = null
  async function fetch(): Promise<ComponentType<Props & PromptProps>> {
    try {
      return (loaded = await load())
    } catch (cause) {
      logFailure('Prompt: could not be loaded', cause)
      return Absent
    }
  }
  return function LazyPrompt(props: Props & PromptProps) {
    const [Prompt, setPrompt] = useState(() => loaded)
    // One that was lost is asked for again whenever it is drawn with something new.
    useEffect(() => void fetch().then((prompt) => setPrompt(() => prompt)), [props])
    return Prompt && <Prompt {...props} />
  }
}

function Absent({ onClose }: PromptProps) {
  useEffect(() => onClose?.(), [onClose])
  return null
}
