import { useSearchParams } from 'react-router'
import { useHydrated } from '../../ui/hydrated.ts'
import { createLazyPrompt } from '../browser/lazy-prompt.tsx'

const VerifiedBanner = createLazyPrompt(
  async () => (await import('./verified-banner.tsx')).VerifiedBanner,
)

/**
 * Renders the banner after a confirmation link (`?verified=true`). Few visits need it, so it is loaded on demand. It waits for
 * hydration, because the server renders cached pages without the query string.
 */
export function ConfirmationBanner() {
  const [query] = useSearchParams()
  const isHydrated = useHydrated()
  return isHydrated && query.get('verified') === 'true' && <VerifiedBanner />
}
