import { forgive, seekEach } from '../../../domain/slip.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { useProductList } from './list.ts'

interface NothingFoundProps {
  search: string
  /** How many are found in all lists together. */
  elsewhere: number
  /** What the list is called that is looked at. */
  list: string
  showAll: () => void
  searchFor: (words: string) => void
}

/** A search or a list without a product: another list that has it, the name that may be meant, or the way back. */
export function NothingFound(props: NothingFoundProps) {
  const { search, elsewhere, list, showAll } = props
  if (search === '')
    return (
      <Empty mascot="mascot-garlic" title="Nothing here" text="No sticker stands like that now." />
    )
  if (elsewhere > 0)
    return (
      <Empty
        mascot="mascot-garlic"
        title={`No sticker called ‘${search}’ here`}
        text={`You are looking at ${list}. ${elsewhere === 1 ? 'One stands' : `${elsewhere} stand`} in another list.`}
      >
        <Button look="quiet" onClick={showAll}>
          Show {elsewhere === 1 ? 'it' : 'them'}
        </Button>
      </Empty>
    )
  return <NoneAtAll {...props} />
}

function NoneAtAll({ search, searchFor }: NothingFoundProps) {
  const all = useProductList('', 'all', 500).data?.rows ?? []
  const names = all.map(({ name }) => seekEach(name, { title: name, description: '', tags: [] }))
  const meant = forgive(search, names)[0]?.item
  return (
    <Empty
      mascot="mascot-garlic"
      title={`No sticker called ‘${search}’`}
      text={meant === undefined ? 'It may be spelt otherwise.' : 'Did you mean this one?'}
    >
      {meant !== undefined && (
        <Button look="quiet" onClick={() => searchFor(meant)}>
          {meant}
        </Button>
      )}
      <Button look="quiet" onClick={() => searchFor('')}>
        Clear the search
      </Button>
    </Empty>
  )
}
