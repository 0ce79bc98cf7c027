import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { type Mail, getEmailName, getEmailStatusText } from '../../features/emails/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

interface TryAllDialogProps {
  mails: readonly Mail[]
  /** The number of all stuck emails, which may be more than `mails` has. */
  count: number
  isOpen: boolean
  close: () => void
  onYes: () => void
}

const most = 20

/** Confirmation that names the recipients before all stuck emails are sent again. */
export function RetryAllDialog({ mails, count, isOpen, close, onYes }: TryAllDialogProps) {
  const shown = mails.slice(0, most)
  return (
    <Dialog title={`Send ${count} emails again?`} isOpen={isOpen} onClose={close}>
      <p className={layoutStyles.spaceAboveSmall}>They leave at once, and can’t be called back.</p>
      <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
        {shown.map((mail) => (
          <li key={mail.id} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={rowStyles.title}>{getEmailName(mail)}</span>
              <span className={rowStyles.detail}>
                {mail.to} · {getEmailStatusText(mail)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
          And {count - shown.length} more.
        </p>
      )}
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <OnlineButton
          what="Send"
          onClick={() => {
            onYes()
            close()
          }}
        >
          Send all {count}
        </OnlineButton>
        <Button look="quiet" onClick={close}>
          Don’t send
        </Button>
      </div>
    </Dialog>
  )
}
