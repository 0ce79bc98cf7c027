import { paths } from '../../paths.ts'
import { useHydrated } from '../../ui/hydrated.ts'

export function openAvoidPanel(): void {
  import('./avoid-panel.tsx').then(
    ({ showAvoidPanel }) => showAvoidPanel(),
    () => location.assign(paths.allergens),
  )
}

/** Without JavaScript a link to the labels of everything. */
export function AvoidOpener({ className }: { className?: string | undefined }) {
  const text = 'I avoid…'
  return useHydrated() ? (
    <button className={className} type="button" aria-haspopup="dialog" onClick={openAvoidPanel}>
      {text}
    </button>
  ) : (
    <a className={className} href={paths.allergens}>
      {text}
    </a>
  )
}
