import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { longDay, londonDay } from '../../../domain/dates.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { rpcQuery } from '../../data/rpc-query.ts'
import { RecoveryCodes } from '../../features/sign-in/recovery-codes.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { IconRowContent } from '../../ui/icon-row-content.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { formatShortTime } from '../../lib/times.ts'
import { useTeam } from './team-query.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

const sessionList = v.array(
  v.object({
    id: v.string(),
    used_at: v.string(),
    user_agent: v.nullable(v.string()),
    is_this: v.boolean(),
  }),
)

/** The security settings of the signed-in person: authenticator app, recovery codes and sessions. */
export function SecuritySettings() {
  const me = useTeam().data?.find(({ is_me: isMe }) => isMe)
  const [isNew, setNew] = useState(false)
  const sessions = useQuery(rpcQuery(['sessions'], 'my_sessions', sessionList))
  const end = useDeskMutation({
    requiresConnection: true,
    send: (id: string) => unwrapResponse(client.rpc('end_session', { p_session: id })),
    invalidates: [['sessions']],
    successToast: () => ({ text: 'Signed out there.' }),
  })
  return (
    <>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Locks</h2>
      </div>
      <ul className={rowStyles.rows}>
        {me?.app_since && (
          <Lock icon="keys" tint="mint" name="Authenticator">
            On since {longDay(londonDay(Date.parse(me.app_since)))}
          </Lock>
        )}
        {me?.paper_codes != null && (
          <Lock
            icon="note"
            tint="lilac"
            name="Paper codes"
            action={
              <button
                type="button"
                className={buttonStyles.textButton}
                onClick={() => setNew(true)}
              >
                Make new ones
              </button>
            }
          >
            {me.paper_codes} of 10 left
          </Lock>
        )}
      </ul>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>Where you are signed in</h2>
      </div>
      <QueryBoundary query={sessions} things="Your devices">
        {(list) => (
          <ul className={rowStyles.rows}>
            {list.map(({ id, user_agent: agent, used_at: used, is_this: isThis }) => (
              <Lock
                key={id}
                icon="lock"
                tint="blush"
                name={isThis ? 'This device' : deviceOf(agent)}
                action={
                  !isThis && (
                    <OnlineButton
                      what="Sign out"
                      look="quiet"
                      disabled={end.isPending}
                      onClick={() => end.mutate(id)}
                    >
                      Sign out
                    </OnlineButton>
                  )
                }
              >
                {formatShortTime(used)}
              </Lock>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <NewCodes isOpen={isNew} close={() => setNew(false)} />
    </>
  )
}

interface LockProps {
  icon: IconName
  tint: string
  name: string
  children: React.ReactNode
  action?: React.ReactNode
}

function Lock({ icon, tint, name, children, action }: LockProps) {
  return (
    <li className={rowStyles.row}>
      <IconRowContent icon={icon} tint={tint} name={name} about={children} />
      {action}
    </li>
  )
}

/** Dialog that creates new recovery codes, which replace the old ones. */
function NewCodes({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const paper = useMutation({
    mutationFn: () => unwrapResponse(client.rpc('make_recovery_codes')),
    // Fails at once while offline: sent later, the mutation would replace the codes when the new ones cannot be shown.
    networkMode: 'always',
    onSettled: (_data, _error, _input, _shown, { client: queries }) =>
      queries.invalidateQueries({ queryKey: ['log', 'team'] }),
  })
  const leave = () => {
    close()
    paper.reset()
  }
  return (
    <Dialog title="Ten codes for paper" isOpen={isOpen} onClose={leave}>
      {paper.data === undefined ? (
        <>
          <p className={layoutStyles.spaceAbove}>
            Your old paper codes stop working as soon as you make new ones.
          </p>
          {paper.isError && (
            <p className={`${fieldStyles.error} ${layoutStyles.spaceAbove}`}>
              Couldn’t make them: {paper.error.message}
            </p>
          )}
          <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
            <OnlineButton
              what="New codes"
              disabled={paper.isPending}
              onClick={() => paper.mutate()}
            >
              Make ten new ones
            </OnlineButton>
            <Button look="quiet" onClick={leave}>
              Keep the old ones
            </Button>
          </div>
        </>
      ) : (
        <RecoveryCodes codes={paper.data} onDone={leave} />
      )}
    </Dialog>
  )
}

/** Returns the name of a device, such as "iPhone" or "Mac", from its user agent. */
function deviceOf(agent: string | null): string {
  return /iPhone|iPad|Android|Macintosh|Windows|Linux/.exec(agent ?? '')?.[0] ?? 'Another device'
}
