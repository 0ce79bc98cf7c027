import { useSearchParams } from 'react-router'
import { useHydrated } from '../../ui/hydrated.ts'
import { lazyPrompt } from '../browser/lazy-prompt.tsx'

const VerifiedBanner = lazyPrompt(
  async () => (await import('./verified-banner.tsx')).VerifiedBanner,
)

/** Few come by the link of a confirmation email, so its banner is loaded for them alone. The server knows no query. */
export function Confirmation() {
  const [query] = useSearchParams()
  const alive = useHydrated()
  return alive && query.get('verified') === 'true' && <VerifiedBanner />
}
