import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { showToast } from '../../ui/toasts.tsx'
import { ChangedMeanwhileDialog } from '../../features/products/became-dialog.tsx'
import { keys, setSoldOut, type SoldOut } from '../../features/products/in-place.ts'
import {
  type ProductRow,
  showInLists,
  type StateName,
  stateNames,
  touched,
} from '../../features/products/queries.ts'
import switchStyles from '../../ui/switch.module.css'
import styles from './products.module.css'

export function SoldOutSwitch({ product }: { product: ProductRow }) {
  const { id, name, isSoldOut, shelfVersion, stock } = product
  const { change, clash, drop } = useSoldOut(product)
  const isNone = stock === 0
  return (
    <>
      <button
        type="button"
        className={
          isSoldOut || isNone
            ? `${switchStyles.switch} ${styles.soldOut} ${switchStyles.on}`
            : `${switchStyles.switch} ${styles.soldOut}`
        }
        role="switch"
        data-key="s"
        aria-checked={isSoldOut || isNone}
        aria-label={`${name} sold out`}
        onClick={() => {
          if (isNone && !isSoldOut)
            showToast({ text: `There’s no ${name} left. Add some stock and it’ll sell again.` })
          else change.mutate({ id, name, isSoldOut: !isSoldOut, version: shelfVersion })
        }}
      >
        Sold out
      </button>
      {clash && (
        <ChangedMeanwhileDialog
          title={name}
          did="chose"
          typed={wordsOf(clash.step.isSoldOut)}
          became={stateWords[clash.state]}
          onKeep={drop}
          onUse={() => {
            drop()
            change.mutate(clash.step)
          }}
        />
      )}
    </>
  )
}

const wordsOf = (isSoldOut: boolean) => (isSoldOut ? 'sold out' : 'not sold out')
const stateWords: Record<StateName, string> = {
  live: 'not sold out',
  'sold-out': 'sold out',
  'coming-soon': 'coming soon',
  hidden: 'hidden',
}

const conflict = v.object({ state: v.picklist(stateNames), version: v.number() })

interface Clash {
  /** Based on the present version. */
  step: SoldOut
  state: StateName
}

function useSoldOut({ id, name, state }: ProductRow) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<Clash | null>(null)
  const change = useDeskMutation<SoldOut, number>({
    send: setSoldOut,
    offlineKey: [...keys.soldOut, id],
    invalidates: touched,
    optimisticUpdate: ({ isSoldOut, version }) =>
      showInLists(queries, id, () => ({
        isSoldOut,
        // Changes that are queued behind it are based on this version.
        shelfVersion: (version ?? 0) + 1,
        ...(state !== 'hidden' && { state: isSoldOut ? 'sold-out' : 'live' }),
      })),
    successToast: ({ isSoldOut }, version) => ({
      text: isSoldOut ? `${name} is sold out.` : `${name} is back on sale.`,
      undo: () => change.mutate({ id, name, isSoldOut: !isSoldOut, version }),
      about: `sold-out:${id}`,
    }),
    onConflict: (step, now) => {
      const found = v.parse(conflict, now)
      setClash({ step: { ...step, version: found.version }, state: found.state })
    },
  })
  return { change, clash, drop: () => setClash(null) }
}
