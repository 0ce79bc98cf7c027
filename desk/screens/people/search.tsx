import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { cleanPastedText } from '../../../domain/pasted.ts'
import { Icon } from '../../ui/icon.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { enquiryStageNames } from '../../features/enquiries/queries.ts'
import {
  minSearchLength,
  type FoundPerson,
  personPath,
  usePeopleSearch,
  decodeFragment,
} from '../../features/people/queries.ts'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './people.module.css'

/** The debounce time in ms. */
const pause = 250

/** The People screen. It shows people only after a search; there is no list of all people. */
export function Screen() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [typed, type] = useState(() => decodeFragment(hash))
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [search, setSearch] = useState(cleanPastedText(typed))
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(cleanPastedText(typed))
      void navigate({ hash: encodeURIComponent(cleanPastedText(typed)) }, { replace: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, navigate])
  return (
    <>
      <SearchInput
        aria-label="Find a person"
        placeholder="Name, e-mail, postcode, order number"
        ref={field}
        value={typed}
        onSearch={type}
      />
      {search.length >= minSearchLength && <Results search={search} />}
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveLarge}`}>
        Search first. People are not a list to read. Try a first name, half an e-mail, <b>1042</b>{' '}
        or <b>SE15 5DQ</b>.
      </p>
    </>
  )
}

function Results({ search }: { search: string }) {
  const found = usePeopleSearch(search)
  return (
    <QueryBoundary query={found} things="People">
      {({ people, isAll, search: sought }) => (
        <>
          <output className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
            {saidOf(people.length, isAll, sought)}
          </output>
          {people.length > 0 && (
            <ul className={`${rowStyles.rows} ${styles.people}`}>
              {people.map((person) => (
                <li key={person.email}>
                  <Row person={person} search={sought} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryBoundary>
  )
}

function saidOf(count: number, isAll: boolean, search: string): string {
  if (count === 0) return `Nobody called “${search}”.`
  const people = count === 1 ? '1 person' : `${count} people`
  return isAll
    ? `${people} for “${search}”, newest first`
    : `The newest ${count} for “${search}”. Type more to find the others.`
}

function Row({ person, search }: { person: FoundPerson; search: string }) {
  const { email, name, postcode, orders, boxes, enquiry } = person
  const facts = [
    orders > 0 && (orders === 1 ? '1 order' : `${orders} orders`),
    boxes > 0 && (boxes === 1 ? '1 box' : `${boxes} boxes`),
    orders === 0 && enquiry && `enquiry, ${enquiryStageNames[enquiry]}`,
  ].filter(Boolean)
  return (
    <Link className={rowStyles.row} to={personPath(email)}>
      <span className={rowStyles.main}>
        <span className={`${rowStyles.title} ${styles.title}`}>
          <Marked text={name ?? email} search={search} />
        </span>
        <span className={rowStyles.detail}>
          <Marked text={email} search={search} />
        </span>
      </span>
      <span className={textStyles.alignEnd}>
        {postcode && (
          <b>
            <Marked text={postcode} search={search} />
          </b>
        )}
        <span className={rowStyles.detail}>{facts.join(', ')}</span>
      </span>
      <Icon name="on" small />
    </Link>
  )
}

/** Highlights the part of a text that matches the search. */
function Marked({ text, search }: { text: string; search: string }) {
  const at = text.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return text
  const end = at + search.length
  return (
    <span>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </span>
  )
}
