import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { faultOf, type Mail, nameOf, storyOf } from '../../features/emails/queries.ts'

interface MailRowProps {
  mail: Mail
  open: () => void
  again: () => void
}

/** An email: its recipient, its kind, its delivery, and its actions. */
export function MailRow({ mail, open, again }: MailRowProps) {
  const fault = faultOf(mail)
  return (
    <li className="mail-row">
      <div className="g">
        <p className="t">
          {nameOf(mail)}
          {mail.state === 'stuck' && <Status of="stuck" />}
        </p>
        <p className="sub">
          {mail.to} · {storyOf(mail)}
        </p>
        {fault && (
          <p className={mail.state === 'called-off' ? 'sub' : 'mail-fault'}>
            {fault.plain}
            {fault.said !== null && <span className="fine">It said: {fault.said}</span>}
          </p>
        )}
      </div>
      <div className="btns">
        {mail.isKey ? (
          <span className="fine">For its reader alone</span>
        ) : (
          <button type="button" className="tlink" onClick={open}>
            Open<span className="vh"> {nameOf(mail)}</span>
          </button>
        )}
        {mail.number != null && (
          <Link className="tlink" to={`/orders/${mail.number}`}>
            Order {mail.number}
          </Link>
        )}
        {canRetry(mail) && (
          <Button look="quiet" onClick={again}>
            Try again
          </Button>
        )}
      </div>
    </li>
  )
}

/** An email that waits for its first attempt, or during its undo window, cannot be retried yet. */
function canRetry({ state, error }: Mail): boolean {
  return state === 'stuck' || (state === 'waiting' && error !== null)
}
