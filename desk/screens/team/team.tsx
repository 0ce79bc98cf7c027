import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../data/use-desk-mutation.ts'
import { ask, client } from '../../data/client.ts'
import { askForCode } from '../../features/sign-in/fresh-code.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Loaded } from '../../ui/query-state.tsx'
import { shortTime } from '../../lib/times.ts'
import { Invite } from './invite.tsx'
import { Locks } from './security-settings.tsx'
import './team.css'
import { useTeam } from './team-query.ts'

const parts: Record<string, string> = { owner: 'Owner', packer: 'Packer' }
const tints = ['var(--butter)', 'var(--sky)', 'var(--mint)', 'var(--peach)', 'var(--lilac)']

/** The team, its invitations, and one's own security settings. */
export function Screen() {
  const invitations = useQuery({
    queryKey: ['log', 'invitations'],
    queryFn: () => ask(client.from('desk_invitations').select('*').order('created_at')),
  })
  return (
    <div className="cols cols--e">
      <div>
        <div className="sh">
          <h2 className="h2">Who works here</h2>
        </div>
        <Team />
        {invitations.data?.map(({ id, email, role, expires_at: until }) => (
          <p key={id} className="sub mt">
            Invited: {email ?? 'whoever has the set-up link'}, as {role}, until{' '}
            {until && shortTime(until)}
          </p>
        ))}
        <Locks />
      </div>
      <Invite />
    </div>
  )
}

function Team() {
  const team = useTeam()
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null)
  const remove = useChange({
    isNowOrNever: true,
    send: ({ id }: { id: string; name: string }) =>
      askForCode(() => ask(client.rpc('desk_remove', { p_user_id: id }))),
    touches: [['log']],
    done: ({ name }) => ({ text: `${name} has no access any more, and is signed out everywhere.` }),
  })
  const endSessions = useChange({
    isNowOrNever: true,
    send: ({ id }: { id: string; name: string | null }) =>
      ask(client.rpc('desk_end_sessions', { p_user_id: id })),
    touches: [['log'], ['sessions']],
    done: ({ name }) => ({
      text: name === null ? 'Signed out everywhere else.' : `${name} is signed out everywhere.`,
    }),
  })
  return (
    <>
      <Loaded query={team} things="The team">
        {(people) => (
          <ul className="rows">
            {people.map(
              ({ user_id: id, name, role, email, seen_at: seen, is_me: isMe }, at) =>
                id &&
                name && (
                  <li key={id} className="row team-row">
                    <span
                      className="gl initial"
                      style={{ '--k': tints[at % tints.length] }}
                      aria-hidden="true"
                    >
                      {name.slice(0, 1)}
                    </span>
                    <span className="g">
                      <span className="t">
                        {name}
                        {isMe && ', you'}
                      </span>
                      <span className="sub">
                        {parts[role ?? '']}
                        {isMe ? ' · here now' : seen && ` · ${shortTime(seen)}`}
                      </span>
                      <span className="sub">{email}</span>
                    </span>
                    <span className="btns">
                      <button
                        type="button"
                        className="tlink"
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
                ),
            )}
          </ul>
        )}
      </Loaded>
      <Dialog
        title={`End ${leaving?.name}’s access?`}
        slab="coral"
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
      >
        <p className="mt">
          They are signed out on every device at once. What they did stays in the log.
        </p>
        <div className="btns mt2">
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
