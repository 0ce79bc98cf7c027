import { type ComponentType, useEffect, useState } from 'react'
import { logFailure } from './browser-log.ts'

interface PromptProps {
  onClose?: () => void
}

/**
 * Returns a component that loads a prompt when it is mounted, and renders it as soon as it is loaded. Suspense would reveal it only
 * after 300 ms. When loading fails, the prompt calls `onClose`; no error is shown, because the visitor did not ask for the prompt.
 */
export function createLazyPrompt<Props extends object>(
  load: () => Promise<ComponentType<Props & PromptProps>>,
) {
  let loaded: ComponentType<Props & PromptProps> | null = null
  async function loadOrLog(): Promise<ComponentType<Props & PromptProps>> {
    try {
      return (loaded = await load())
    } catch (cause) {
      logFailure('Prompt: could not be loaded', cause)
      return FailedPrompt
    }
  }
  return function LazyPrompt(props: Props & PromptProps) {
    const [Prompt, setPrompt] = useState(() => loaded)
    // A failed load is retried whenever the parent renders the prompt again.
    useEffect(() => void loadOrLog().then((prompt) => setPrompt(() => prompt)), [props])
    return Prompt && <Prompt {...props} />
  }
}

function FailedPrompt({ onClose }: PromptProps) {
  useEffect(() => onClose?.(), [onClose])
  return null
}
