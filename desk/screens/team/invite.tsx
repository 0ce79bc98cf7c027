import { useState } from 'react'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { type Role, roleNames, roles } from '../../data/current-staff.ts'
import { useDraft } from '../../data/drafts.ts'
import { sendWithFreshCode } from '../../features/sign-in/fresh-code.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import choiceListStyles from '../../ui/choice-list.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './team.module.css'

const can: Record<Role, string[]> = {
  packer: [
    'see orders to pack',
    'see what is in stock',
    'tick and print',
    'mark as sent',
    'write a note',
  ],
  owner: ['all of it: money, products, people, and who works here'],
}
const cannot: Record<Role, string[]> = {
  packer: ['see any money', 'pay back or cancel', 'see e-mails or people', 'change products'],
  owner: [],
}

/** Form that invites somebody to the team. It explains what the chosen role can and cannot see. */
export function InviteForm() {
  const [role, setRole] = useState<Role>('packer')
  const [email, type] = useDraft('invite')
  const invite = useDeskMutation({
    send: (to: { email: string; role: Role; request: string }) =>
      sendWithFreshCode(() =>
        unwrapResponse(
          client.rpc('desk_invite', {
            p_email: to.email,
            p_role: to.role,
            p_request: to.request,
          }),
        ),
      ),
    invalidates: [['log']],
    successToast: (to) => {
      type('')
      return { text: `An invitation is on its way to ${to.email}. It works once, for two days.` }
    },
  })
  return (
    <form
      className={`${panelStyles.panel} ${panelStyles.outlined} ${layoutStyles.spaceAboveLarge}`}
      onSubmit={(event) => {
        event.preventDefault()
        invite.mutate({ email, role, request: crypto.randomUUID() })
      }}
    >
      <h2 className={textStyles.heading}>Invite {role === 'packer' ? 'a packer' : 'an owner'}</h2>
      <fieldset className={`${choiceListStyles.choices} ${layoutStyles.spaceAbove}`}>
        <legend className={layoutStyles.visuallyHidden}>What they are</legend>
        {roles.map((one) => (
          <label key={one}>
            <input type="radio" name="role" checked={role === one} onChange={() => setRole(one)} />
            {roleNames[one]}
          </label>
        ))}
      </fieldset>
      <div className={layoutStyles.spaceAbove}>
        <Field
          label="Their e-mail"
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ currentTarget: { value } }) => type(value)}
          required
        />
      </div>
      <div className={`${fieldStyles.grid} ${styles.rights}`}>
        <List icon="tick" title="Can" items={can[role]} />
        <List icon="close" title="Cannot" items={cannot[role]} />
      </div>
      <OnlineButton what="Invitation" type="submit" isWide disabled={invite.isPending}>
        Send the invitation
      </OnlineButton>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        The link works once, for two days.
      </p>
    </form>
  )
}

function List({ icon, title, items }: { icon: IconName; title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <h3
        className={
          icon === 'tick' ? `${textStyles.subheading} ${textStyles.success}` : textStyles.subheading
        }
      >
        <Icon name={icon} small /> {title}
      </h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
