import { useEffect, useRef, useState } from 'react'
import { AvoidOpener, useAvoidPanel } from '../../features/avoid/avoid-opener.tsx'
import { fitComponents } from '../../features/avoid/fit-mark.tsx'
import { localStore } from '../../features/browser/storage.ts'
import styles from './shop-bar.module.css'

/** Hides what does not fit, which only the browser knows; whoever avoids nothing yet is asked what it is. */
export function FitsFilter({ slugs }: { slugs: readonly string[] }) {
  const { panel, open } = useAvoidPanel()
  const fit = fitComponents.useValue()
  const box = useRef<HTMLInputElement>(null)
  const [isTicked, setIsTicked] = useState(false)
  // It may have been ticked before the page was alive.
  useEffect(() => setIsTicked(box.current?.checked === true), [])
  useEffect(() => {
    if (isTicked && localStore.get('avoid') === null) open()
  }, [isTicked, open])
  return (
    <>
      <label className={`check ${styles.tick} ${styles.fits}`}>
        <input
          type="checkbox"
          name="fits"
          ref={box}
          onChange={(event) => {
            event.stopPropagation()
            setIsTicked(event.currentTarget.checked)
          }}
        />
        <span>Only what fits</span>
      </label>
      <AvoidOpener className="plain-link" open={open} />
      <output>{isTicked && fit && <fit.Left slugs={slugs} />}</output>
      {panel}
    </>
  )
}
