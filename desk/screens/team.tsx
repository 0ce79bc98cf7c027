import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, client } from '../client.ts'
import { useChange } from '../changes.ts'
import { askForCode } from '../sign-in/fresh-code.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/states.tsx'
import { Locks } from './locks.tsx'

const role = { owner: 'Owner', packer: 'Packer' }
const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Who works here, who is invited, and the locks of whoever looks. */
export function Screen() {
  const team = useQuery({
    queryKey: ['log', 'team'],
    queryFn: () => ask(client.from('desk_team').select('*').order('created_at')),
  })
  const invitations = useQuery({
    queryKey: ['log', 'invitations'],
    queryFn: () => ask(client.from('desk_invitations').select('*').order('created_at')),
  })
  const [leaving, setLeaving] = useState<{ user_id: string; name: string } | null>(null)
  const [isInviting, setInviting] = useState(false)
  const remove = useChange({
    send: (id: string) => askForCode(() => ask(client.rpc('desk_remove', { p_user_id: id }))),
    touches: [['log']],
    done: () => ({ text: 'Their place is taken, and they are signed out everywhere.' }),
  })
  const endSessions = useChange({
    send: ({ id }: { id: string; name: string | null }) =>
      ask(client.rpc('desk_end_sessions', { p_user_id: id })),
    touches: [['log'], ['sessions']],
    done: ({ name }) => ({
      text: name === null ? 'Signed out everywhere else.' : `${name} is signed out everywhere.`,
    }),
  })
  return (
    <div className="cols cols--e">
      <div>
        <div className="sh">
          <h2 className="h2">Who works here</h2>
        </div>
        <Loaded query={team} things="The team">
          {(people) => (
            <ul className="rows">
              {people.map(
                ({ user_id: id, name, role: part, email, seen_at: seen, is_me: isMe }) => (
                  <li key={id} className="row">
                    <span className="g">
                      <span className="t">
                        {name} · {part && role[part as 'owner' | 'packer']}
                      </span>
                      <span className="sub">
                        {email}
                        {seen && ` · here ${when.format(new Date(seen))}`}
                      </span>
                    </span>
                    {id && (
                      <Button
                        look="quiet"
                        disabled={endSessions.isPending}
                        onClick={() => endSessions.mutate({ id, name: isMe ? null : name })}
                      >
                        {isMe ? 'Sign out elsewhere' : 'Sign out'}
                      </Button>
                    )}
                    {id && name && !isMe && (
                      <Button look="destroy" onClick={() => setLeaving({ user_id: id, name })}>
                        End access…
                      </Button>
                    )}
                  </li>
                ),
              )}
            </ul>
          )}
        </Loaded>
        {invitations.data?.map(({ id, email, role: part, expires_at: until }) => (
          <p key={id} className="sub mt">
            Invited: {email ?? 'whoever has the link of the start'} as {part} until{' '}
            {until && when.format(new Date(until))}
          </p>
        ))}
        <p className="mt2">
          <Button onClick={() => setInviting(true)}>Invite somebody</Button>
        </p>
      </div>
      <Locks />
      <Invite isOpen={isInviting} close={() => setInviting(false)} />
      <Dialog
        title={`End ${leaving?.name}’s access?`}
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
          <Button
            look="destroy"
            onClick={() => {
              if (leaving) remove.mutate(leaving.user_id)
              setLeaving(null)
            }}
          >
            End access
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

function Invite({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [part, setPart] = useState('packer')
  const invite = useChange({
    send: ({ email }: { email: string }) =>
      askForCode(() => ask(client.rpc('desk_invite', { p_email: email, p_role: part }))),
    touches: [['log']],
    done: ({ email }) => {
      close()
      return { text: `An invitation is on its way to ${email}. It works once, for two days.` }
    },
  })
  return (
    <Dialog title="Invite somebody" isOpen={isOpen} onClose={close}>
      <form
        className="mt"
        onSubmit={(event) => {
          event.preventDefault()
          const email = new FormData(event.currentTarget).get('email')
          if (typeof email === 'string') invite.mutate({ email })
        }}
      >
        <Field label="Their e-mail" name="email" type="email" autoComplete="off" required />
        <fieldset className="stage">
          <label>
            <input
              type="radio"
              name="role"
              checked={part === 'packer'}
              onChange={() => setPart('packer')}
            />
            Packer: sees what to pack, ticks, prints, marks as sent
          </label>
          <label>
            <input
              type="radio"
              name="role"
              checked={part === 'owner'}
              onChange={() => setPart('owner')}
            />
            Owner: everything, money and people too
          </label>
        </fieldset>
        <p className="fine mt">
          A packer never sees prices, e-mail addresses, enquiries or money, and no address of a
          parcel that has left.
        </p>
        <p className="mt2">
          <Button type="submit" isWide disabled={invite.isPending}>
            Send the invitation
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
