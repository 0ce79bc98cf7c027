import { useEffect, useRef } from 'react'
import { AvoidOpener, useAvoidPanel } from '../../features/avoid/avoid-opener.tsx'
import { fitComponents, type FitCountProps } from '../../features/avoid/fit-mark.tsx'
import { localStore } from '../../features/browser/storage.ts'
import { createSharedValue } from '../../ui/listeners.ts'
import styles from './shop-bar.module.css'

/** Kept across client navigation, reset on a full page load. */
const ticked = createSharedValue(false)

/**
 * Filters products by the avoided ingredients, which only the browser knows. Opens the panel for visitors who have not
 * chosen any.
 */
export function AvoidFilter() {
  const { panel, open } = useAvoidPanel()
  const box = useRef<HTMLInputElement>(null)
  const take = () => {
    const isNews = box.current?.checked === true && !ticked.read()
    ticked.set(box.current?.checked === true)
    document.documentElement.toggleAttribute('data-only-fits', ticked.read())
    if (isNews && localStore.get('avoid') === null) open()
  }
  // The checkbox may have been ticked before hydration.
  useEffect(take)
  useEffect(() => () => document.documentElement.removeAttribute('data-only-fits'), [])
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

/** Shows the number of fitting products before the total, while the filter is on. */
export function FittingCount(album: FitCountProps) {
  const fit = fitComponents.useValue()
  return ticked.useValue() && fit && <fit.FitCount {...album} />
}
