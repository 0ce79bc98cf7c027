import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { unwrapPastedText } from '../../../domain/pasted.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { getOrderSearchPath } from '../navigation/navigation.ts'
import { Icon } from '../../ui/icon.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSyncedInput } from '../../ui/use-synced-input.ts'
import { isVisible } from '../../lib/is-visible.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './search.module.css'

const list = '/orders'

/**
 * Searches orders by number, name, email, postcode and product. A number opens its order. On the list it searches while
 * typing, elsewhere on Enter.
 */
export function OrderSearchField({ isFocused = false }: { isFocused?: boolean }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const isHere = pathname === list
  const sought = isHere ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [typed, setTyped] = useSyncedInput(sought)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const look = (text: string) => void navigate(getOrderSearchPath(text), { replace: isHere })
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [, number] = /^#?(\d{4,15})$/.exec(unwrapPastedText(typed)) ?? []
          if (number === undefined) look(typed)
          else void navigate(`${list}/${number}`)
        }}
      >
        <SearchInput
          ref={field}
          aria-label="Search orders"
          placeholder="Order, name, postcode, product"
          value={typed}
          onSearch={(text) => {
            setTyped(text)
            if (isHere) look(text)
          }}
        >
          <span
            className={`${textStyles.key} ${styles.key} ${layoutStyles.laptopOnly}`}
            aria-hidden="true"
          >
            /
          </span>
        </SearchInput>
      </form>
    </search>
  )
}

/** The search in the head of the frame: a field on laptops, which `/` focuses; a magnifier on phones. */
export function OrderSearch() {
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  useShortcuts({
    '/': () => {
      const field = place.current?.querySelector('input')
      if (field && isVisible(field)) field.focus()
      else void navigate(`${list}?find`)
    },
  })
  return (
    <>
      <div className={`${layoutStyles.laptopOnly} ${styles.inHeader}`} ref={place}>
        <OrderSearchField />
      </div>
      <Link
        className={`${buttonStyles.iconButton} ${layoutStyles.phoneOnly}`}
        to={`${list}?find`}
        aria-label="Search orders"
      >
        <Icon name="search" />
      </Link>
    </>
  )
}
