import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { roleNames } from '../../data/current-staff.ts'
import { sendWithFreshCode } from '../../features/sign-in/fresh-code.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { formatShortTime } from '../../lib/times.ts'
import { InviteForm } from './invite.tsx'
import { SecuritySettings } from './security-settings.tsx'
import { useTeam } from './team-query.ts'
import buttonStyles from '../../ui/button.module.css'
import iconTileStyles from '../../ui/icon-tile.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './team.module.css'

const tints = ['var(--butter)', 'var(--sky)', 'var(--mint)', 'var(--peach)', 'var(--lilac)']

/** The team, its invitations, and one's own security settings. */
export function Screen() {
  const invitations = useQuery({
    queryKey: ['log', 'invitations'],
    queryFn: () => unwrapResponse(client.from('desk_invitations').select('*').order('created_at')),
  })
  return (
    <div className={`${layoutStyles.columns} ${layoutStyles.columnsEqual}`}>
      <div>
        <div className={textStyles.sectionHead}>
          <h2 className={textStyles.heading}>Who works here</h2>
        </div>
        <Team />
        {invitations.data?.map(({ id, email, role, expires_at: until }) => (
          <p key={id} className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
            Invited: {email ?? 'whoever has the set-up link'}, as {role}, until{' '}
            {until && formatShortTime(until)}
          </p>
        ))}
        <SecuritySettings />
      </div>
      <InviteForm />
    </div>
  )
}

function Team() {
  const team = useTeam()
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null)
  const remove = useDeskMutation({
    requiresConnection: true,
    send: ({ id }: { id: string; name: string }) =>
      sendWithFreshCode(() => unwrapResponse(client.rpc('desk_remove', { p_user_id: id }))),
    invalidates: [['log']],
    successToast: ({ name }) => ({
      text: `${name} has no access any more, and is signed out everywhere.`,
    }),
  })
  const endSessions = useDeskMutation({
    requiresConnection: true,
    send: ({ id }: { id: string; name: string | null }) =>
      unwrapResponse(client.rpc('desk_end_sessions', { p_user_id: id })),
    invalidates: [['log'], ['sessions']],
    successToast: ({ name }) => ({
      text: name === null ? 'Signed out everywhere else.' : `${name} is signed out everywhere.`,
    }),
  })
  return (
    <>
      <QueryBoundary query={team} things="The team">
        {(people) => (
          <ul className={rowStyles.rows}>
            {people.map(({ user_id: id, name, role, email, seen_at: seen, is_me: isMe }, at) => (
              <li key={id} className={`${rowStyles.row} ${styles.member}`}>
                <span
                  className={`${iconTileStyles.tile} ${styles.initial}`}
                  style={{ '--k': tints[at % tints.length] }}
                  aria-hidden="true"
                >
                  {name.slice(0, 1)}
                </span>
                <span className={`${rowStyles.main} ${styles.memberWords}`}>
                  <span className={rowStyles.title}>
                    {name}
                    {isMe && ', you'}
                  </span>
                  <span className={rowStyles.detail}>
                    {roleNames[role]}
                    {isMe ? ' · here now' : seen && ` · ${formatShortTime(seen)}`}
                  </span>
                  <span className={rowStyles.detail}>{email}</span>
                </span>
                <span className={`${buttonStyles.group} ${styles.memberActions}`}>
                  <button
                    type="button"
                    className={buttonStyles.textButton}
                    disabled={endSessions.isPending}
                    onClick={() => endSessions.mutate({ id, name: isMe ? null : name })}
                  >
                    {isMe ? 'Sign out elsewhere' : 'Sign out'}
                  </button>
                  {!isMe && (
                    <Button look="destroy" onClick={() => setLeaving({ id, name })}>
                      End access…
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Dialog
        title={`End ${leaving?.name}’s access?`}
        slab="coral"
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
      >
        <p className={layoutStyles.spaceAbove}>
          They are signed out on every device at once. What they did stays in the log.
        </p>
        <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
          <Button look="quiet" onClick={() => setLeaving(null)}>
            Keep
          </Button>
          <OnlineButton
            what="End access"
            look="destroy"
            onClick={() => {
              if (leaving) remove.mutate(leaving)
              setLeaving(null)
            }}
          >
            End access
          </OnlineButton>
        </div>
      </Dialog>
    </>
  )
}
