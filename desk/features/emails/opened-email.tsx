import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import { type Mail, getEmailName, fetchRenderedMail, getEmailStatusText } from './queries.ts'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './opened-email.module.css'

/** Shows an email as its recipient got it: without scripts or working links, and never stored on the device. */
export function MailDialog({ mail, onClose }: { mail: Mail | null; onClose: () => void }) {
  return (
    <Dialog title={mail ? getEmailName(mail) : ''} isOpen={mail !== null} onClose={onClose}>
      {mail && <Letter mail={mail} />}
    </Dialog>
  )
}

function Letter({ mail }: { mail: Mail }) {
  return (
    <>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        To {mail.to} · {getEmailStatusText(mail)}
      </p>
      <MailPreview name={mail.id} read={() => fetchRenderedMail({ id: mail.id })} />
    </>
  )
}

interface MailPreviewProps {
  /** The query key of the email that is shown. */
  name: string
  read: () => ReturnType<typeof fetchRenderedMail>
}

/** Shows the content of an email. */
export function MailPreview({ name, read }: MailPreviewProps) {
  const letter = useQuery({
    queryKey: ['mail', 'opened', name],
    queryFn: read,
    retry: false,
    gcTime: 0,
  })
  if (letter.isError)
    return (
      <p
        className={`${panelStyles.panel} ${panelStyles.bad} ${layoutStyles.spaceAbove}`}
        role="alert"
      >
        {letter.error.message}
      </p>
    )
  return letter.data ? (
    <>
      <p className={layoutStyles.spaceAbove}>
        <b>{letter.data.subject}</b>
      </p>
      <iframe
        className={`${styles.preview} ${layoutStyles.spaceAbove}`}
        title={letter.data.subject}
        sandbox=""
        srcDoc={letter.data.html}
      />
      <p className={`${textStyles.fine} ${layoutStyles.spaceAbove}`}>
        Links don’t work in this preview.
      </p>
    </>
  ) : (
    <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
      <output>Writing it out…</output>
    </p>
  )
}
