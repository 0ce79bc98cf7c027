import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { cleanPastedText } from '../../../domain/pasted.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ShowMore, useRowLimit } from '../../ui/show-more.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSyncedInput } from '../../ui/use-synced-input.ts'
import { Health } from './health.tsx'
import { MailRow } from './mail-row.tsx'
import { type Mail, type MailState, mailStates, useMails } from '../../features/emails/queries.ts'
import { MailDialog } from '../../features/emails/opened-email.tsx'
import { RetryAllDialog } from './try-all-dialog.tsx'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

const tabs = [
  ['stuck', 'Stuck'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
  ['called-off', 'Not needed'],
] as const satisfies (readonly [MailState, string])[]

/** The Mail screen: the emails of the shop in plain words, its backups, and its health. */
export function Screen() {
  return (
    <div className={`${layoutStyles.columns} ${layoutStyles.columnsEqual}`}>
      <Mails />
      <Health />
    </div>
  )
}

function Mails() {
  const [query, setQuery] = useSearchParams()
  const limit = useRowLimit()
  const [opened, setOpened] = useState<Mail | null>(null)
  const [isTryingAll, setTryingAll] = useState(false)
  const search = query.get('q') ?? ''
  const [typed, setTyped] = useSyncedInput(search)
  const asked = mailStates.find((state) => state === query.get('tab'))
  const first = useMails(asked ?? 'stuck', cleanPastedText(search), limit)
  const counts = first.data?.counts
  // Without a tab in the URL the stuck emails are shown, or if there are none the waiting or else the sent ones.
  const state = asked ?? (counts?.stuck === 0 ? (counts.waiting > 0 ? 'waiting' : 'sent') : 'stuck')
  const list = useMails(state, cleanPastedText(search), limit)
  const again = useTryAgain()
  return (
    <div>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Mails</h2>
        {state === 'stuck' && search === '' && (counts?.stuck ?? 0) > 1 && (
          <Button look="quiet" disabled={again.isPending} onClick={() => setTryingAll(true)}>
            Try all {counts?.stuck} again…
          </Button>
        )}
      </div>
      <RetryAllDialog
        mails={list.data?.mails ?? []}
        count={counts?.stuck ?? 0}
        isOpen={isTryingAll}
        close={() => setTryingAll(false)}
        onYes={() => again.mutate(null)}
      />
      <SearchInput
        aria-label="Search mails"
        placeholder="E-mail, order or reference"
        value={typed}
        onSearch={(text) => {
          setTyped(text)
          setQuery(text === '' ? {} : { q: text }, { replace: true })
        }}
      />
      {search === '' && (
        <Tabs
          all={tabs}
          at={state}
          to={(name) => `?tab=${name}`}
          count={(name) => counts?.[name]}
        />
      )}
      <QueryBoundary query={list} things="Mails">
        {({ mails }) =>
          mails.length === 0 ? (
            <None state={state} search={search} />
          ) : (
            <Rows mails={mails} open={setOpened} again={(id) => again.mutate([id])} />
          )
        }
      </QueryBoundary>
      <ShowMore
        isMore={(list.data?.mails.length ?? 0) >= limit}
        most={200}
        others="These are the newest 200. Search finds the others."
      />
      <MailDialog mail={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

interface RowsProps {
  mails: readonly Mail[]
  open: (mail: Mail) => void
  again: (id: string) => void
}

function Rows({ mails, open, again }: RowsProps) {
  return (
    <ul className={rowStyles.rows}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} open={() => open(mail)} again={() => again(mail.id)} />
      ))}
    </ul>
  )
}

/** Mutation that retries emails; with `ids` null, all that are stuck. */
function useTryAgain() {
  return useDeskMutation({
    send: (ids: string[] | null) => unwrapResponse(client.rpc('desk_try_again', { p_ids: ids })),
    invalidates: [['mail'], ['today']],
    successToast: (_, count) => ({ text: againWords(count) }),
  })
}

function againWords(count: number): string {
  if (count === 0) return 'It has gone already, or is on its way.'
  return count === 1
    ? 'Trying it again now. Look again in a minute.'
    : `Trying ${count} mails again now. Look again in a minute.`
}

function None({ state, search }: { state: MailState; search: string }) {
  if (search !== '')
    return (
      <EmptyState
        mascot="garlic-shrug"
        title={`No mail for ‘${search}’`}
        text="Try an e-mail, an order’s number or an enquiry’s reference. Sent mails are kept for thirty days."
      >
        <ButtonLink look="quiet" to="/mail" replace>
          Clear the search
        </ButtonLink>
      </EmptyState>
    )
  if (state === 'stuck')
    return (
      <EmptyState mascot="mascot-boot" title="Nothing is stuck" text="Every mail found its way." />
    )
  return <EmptyState mascot="mascot-chilli" title="Nothing here" text="No mail here right now." />
}
