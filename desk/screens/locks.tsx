import { useQuery } from '@tanstack/react-query'
import { ask, client } from '../client.ts'
import { useChange } from '../changes.ts'
import { Button } from '../ui/button.tsx'
import { Loaded } from '../ui/states.tsx'

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Where whoever looks is signed in. */
export function Locks() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => ask(client.rpc('my_sessions')),
  })
  const end = useChange({
    send: (id: string) => ask(client.rpc('end_session', { p_session: id })),
    touches: [['sessions']],
    done: () => ({ text: 'Signed out there.' }),
  })
  return (
    <div>
      <div className="sh">
        <h2 className="h2">Where you are signed in</h2>
      </div>
      <Loaded query={sessions} things="Your devices">
        {(list) => (
          <ul className="rows">
            {list.map(({ id, user_agent: agent, used_at: used, is_this: isThis }) => (
              <li key={id} className="row">
                <span className="g">
                  <span className="t">{isThis ? 'This device' : deviceOf(agent)}</span>
                  <span className="sub">{when.format(new Date(used))}</span>
                </span>
                {!isThis && (
                  <Button look="quiet" disabled={end.isPending} onClick={() => end.mutate(id)}>
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

/** "iPhone", "Mac" or the like out of what a browser says of itself. */
function deviceOf(agent: string | null): string {
  return /iPhone|iPad|Android|Macintosh|Windows|Linux/.exec(agent ?? '')?.[0] ?? 'Another device'
}
