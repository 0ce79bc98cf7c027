import { useEffect, useRef, useState } from 'react'
import { AvoidOpener, useAvoidPanel } from '../../features/avoid/avoid-opener.tsx'
import { fitComponents } from '../../features/avoid/fit-mark.tsx'
import { localStore } from '../../features/browser/storage.ts'
import styles from './shop-bar.module.css'

/** Whoever comes back from a product finds the list as they left it; a load of the page begins anew. */
let wasTicked = false

/** Hides what does not fit, which only the browser knows; whoever avoids nothing yet is asked what it is. */
export function FitsFilter({ slugs }: { slugs: readonly string[] }) {
  const { panel, open } = useAvoidPanel()
  const fit = fitComponents.useValue()
  const box = useRef<HTMLInputElement>(null)
  const [isTicked, setIsTicked] = useState(wasTicked)
  // It may have been ticked before the page was alive.
  useEffect(() => setIsTicked(box.current?.checked === true), [])
  useEffect(() => {
    if (isTicked && !wasTicked && localStore.get('avoid') === null) open()
    wasTicked = isTicked
  }, [isTicked, open])
  return (
    <>
      <label className={`check ${styles.tick} ${styles.fits}`}>
        <input
          type="checkbox"
          name="fits"
          ref={box}
          defaultChecked={wasTicked}
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
