import { type ReactNode, useRef } from 'react'
import { formatPence } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

export const formatPriceOrTba = (pence: number | null): string =>
  pence === null ? 'Price TBA' : formatPence(pence)

interface PriceTypoDialogProps {
  /** The sticker image of the product, if it has one. */
  tile?: ReactNode
  name: string
  /** The price before the change; both prices are in pence. */
  former: number
  next: number
  onKeep: () => void
  onSure: () => void
}

/** Asks for confirmation of a price whose decimal point may be misplaced. */
export function PriceTypoDialog({
  tile,
  name,
  former,
  next,
  onKeep,
  onSure,
}: PriceTypoDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      hasPicture={tile !== undefined}
      title={
        <>
          {tile}
          {formatPence(next)}?
        </>
      }
      slab="coral"
      isOpen
      onClose={onKeep}
      first={keep}
    >
      <p className={layoutStyles.spaceAbove}>
        That is <b>{howFar(former, next)}</b>. {name} was {formatPence(former)}. Did the point slip?
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button ref={keep} onClick={onKeep}>
          No, keep {formatPence(former)}
        </Button>
        <Button look="quiet" onClick={onSure}>
          Yes, {formatPence(next)}
        </Button>
      </div>
    </Dialog>
  )
}

function howFar(former: number, next: number): string {
  if (next === former * 10) return 'ten times the old price'
  if (next > former) return 'more than ten times the old price'
  return next * 10 === former ? 'a tenth of the old price' : 'less than a tenth of the old price'
}
