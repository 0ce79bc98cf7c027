import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'

/**
 * A part that is loaded when it is first wanted. `want` loads and keeps it; when it cannot be loaded
 * (a lost signal, a newer build), the visitor goes to `fallback`, a page that does without it.
 */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  fallback: string,
): { Part: ComponentType<Props> | null; want: () => void; prepare: () => void } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const navigate = useNavigate()
  const want = () => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => void navigate(fallback),
    )
  }
  const prepare = () => {
    load().catch(() => {
      // Only a head start: `want` tries again and knows what to do.
    })
  }
  return { Part, want, prepare }
}
