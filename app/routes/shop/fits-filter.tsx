import { useEffect, useRef } from 'react'
import { AvoidOpener, useAvoidPanel } from '../../features/avoid/avoid-opener.tsx'
import { fitComponents, type LeftProps } from '../../features/avoid/fit-mark.tsx'
import { localStore } from '../../features/browser/storage.ts'
import { createValue } from '../../ui/listeners.ts'
import styles from './shop-bar.module.css'

/** Whoever comes back from a product finds the list as they left it; a load of the page begins anew. */
const ticked = createValue(false)

/** Hides what does not fit, which only the browser knows; whoever avoids nothing yet is asked what it is. */
export function FitsFilter() {
  const { panel, open } = useAvoidPanel()
  const box = useRef<HTMLInputElement>(null)
  const take = () => {
    const isNews = box.current?.checked === true && !ticked.read()
    ticked.set(box.current?.checked === true)
    if (isNews && localStore.get('avoid') === null) open()
  }
  // It may have been ticked before the page was alive.
  useEffect(take)
  return (
    <>
      <label className={`check ${styles.tick} ${styles.fits}`}>
        <input
          type="checkbox"
          name="fits"
          ref={box}
          defaultChecked={ticked.read()}
          onChange={(event) => {
            event.stopPropagation()
            take()
          }}
        />
        <span>Only what fits</span>
      </label>
      <AvoidOpener className="plain-link" open={open} />
      {panel}
    </>
  )
}

/** Before the number of all, while only what fits is shown. */
export function FitsCount(album: LeftProps) {
  const fit = fitComponents.useValue()
  return ticked.useValue() && fit && <fit.Left {...album} />
}
