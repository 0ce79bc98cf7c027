import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Content, isSame } from './content.ts'
import { priceWords } from './slip-dialog.tsx'

const names: Record<keyof Content, string> = {
  name: 'Name',
  tagline: 'Line under the name',
  description: 'Description',
  category: 'Kind',
  price: 'Price',
  images: 'Photos',
  alts: 'What the photos show',
  net: 'Net quantity',
  unit: 'Unit',
  pack: 'Made of',
  sizes: 'Sizes',
  ingredients: 'Ingredients',
  answers: 'Allergens',
  allergens: 'Words of the label',
  storage: 'How to keep it',
  heat: 'Heat',
  tags: 'Tags',
  isHot: 'Badge: hot',
  isLimited: 'Badge: limited',
  isBestSeller: 'Badge: best seller',
  onSaleFrom: 'On sale from',
  shelf: 'On the shelf',
}
const fields = Object.keys(names).filter((name): name is keyof Content => name in names)

interface ClashDialogProps {
  base: Content
  mine: Content
  theirs: Content
  onChosen: (merged: Content) => void
  onClose: () => void
}

/** Two people changed one product: each sees what the other wrote and chooses. What only one of them touched is kept. */
export function ClashDialog({ base, mine, theirs, onChosen, onClose }: ClashDialogProps) {
  const [kept, setKept] = useState<ReadonlySet<keyof Content>>(new Set())
  const both = fields.filter(
    (name) =>
      name !== 'allergens' &&
      !isSame(mine[name], theirs[name]) &&
      !isSame(mine[name], base[name]) &&
      !isSame(theirs[name], base[name]),
  )
  const merge = () => {
    const taken = fields.filter((name) =>
      both.includes(name) ? !kept.has(name) : isSame(mine[name], base[name]),
    )
    onChosen({ ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) })
  }
  const choose = (name: keyof Content, isMine: boolean) => {
    const next = new Set(kept)
    if (isMine) next.add(name)
    else next.delete(name)
    setKept(next)
  }
  return (
    <Dialog title="Somebody else changed this meanwhile" isOpen onClose={onClose}>
      {both.length === 0 ? (
        <p className="mt">You touched different things. Both are kept.</p>
      ) : (
        both.map((name) => (
          <fieldset key={name} className="stage mt">
            <legend className="lab">{names[name]}</legend>
            <label>
              <input
                type="radio"
                name={name}
                checked={kept.has(name)}
                onChange={() => choose(name, true)}
              />
              You typed {shown(name, mine[name])}
            </label>
            <label>
              <input
                type="radio"
                name={name}
                checked={!kept.has(name)}
                onChange={() => choose(name, false)}
              />
              It became {shown(name, theirs[name])}
            </label>
          </fieldset>
        ))
      )}
      <p className="mt2">
        <Button isWide onClick={merge}>
          Go on with these
        </Button>
      </p>
    </Dialog>
  )
}

function shown(name: keyof Content, value: unknown): string {
  if (name === 'price') return priceWords(typeof value === 'number' ? value : null)
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ') || 'nothing'
  return typeof value === 'object'
    ? JSON.stringify(value).slice(1, -1).replaceAll('"', '')
    : String(value)
}
