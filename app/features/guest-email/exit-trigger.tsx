import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { lazyPrompt } from '../prompts/lazy-prompt.ts'
import { usePrompt } from '../prompts/prompt-desk.ts'
import { sessionStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

const ExitDialog = lazyPrompt(async () => (await import('./exit-dialog.tsx')).ExitDialog)

/** Where the popup may come: the shop, its products, and the cart. */
function isPlace(pathname: string): boolean {
  return [paths.shop, paths.cart].some((path) => path === pathname) || pathname.startsWith('/shop/')
}

interface ExitTriggerProps {
  isAsked: boolean
  /** A movement of the mouse from before this code was there. */
  firstMove: MouseEvent | null
}

/** Opens once a visit, when the mouse of a guest without a saved address leaves the page at its top. */
export function ExitTrigger({ isAsked, firstMove }: ExitTriggerProps) {
  const { pathname } = useLocation()
  const isHere = isPlace(pathname)
  const watches = isAsked && isHere
  const [leaves, setLeaves] = useState(false)
  const { isOpen, close } = usePrompt('exit', leaves && isHere)
  useEffect(() => {
    if (!watches) return
    const leave = (event: MouseEvent) => {
      if (event.relatedTarget !== null || event.clientY > 0) return
      if (sessionStore.get(storageKeys.exitIntentShown) === null) setLeaves(true)
    }
    if (firstMove !== null) leave(firstMove)
    document.addEventListener('mouseout', leave)
    return () => document.removeEventListener('mouseout', leave)
  }, [watches, firstMove])
  useEffect(() => {
    if (isOpen) sessionStore.set(storageKeys.exitIntentShown, 'true')
  }, [isOpen])
  if (!isOpen) return null
  return (
    <Suspense>
      <ExitDialog onClose={close} />
    </Suspense>
  )
}
