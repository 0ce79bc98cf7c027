import { Button } from '../../ui/button.tsx'
import { useFocusBack } from '../../ui/focus-back.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/** Until the page has come alive the form would go out as it stands, so the button waits. */
export function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  const hydrated = useHydrated()
  const button = useFocusBack(busy)
  return (
    <>
      <Button ref={button} type="submit" wide arrow={!busy} busy={busy} disabled={!hydrated}>
        {busy ? 'Loading...' : children}
      </Button>
      <noscript>
        <p>Signing in needs JavaScript. Please switch it on for this site.</p>
      </noscript>
    </>
  )
}
