import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import './emails.css'
import { type Mail, nameOf, openMail, storyOf } from './queries.ts'

/** Shows an email as its recipient got it: without scripts or working links, and never stored on the device. */
export function OpenedMail({ mail, onClose }: { mail: Mail | null; onClose: () => void }) {
  return (
    <Dialog title={mail ? nameOf(mail) : ''} isOpen={mail !== null} onClose={onClose}>
      {mail && <Letter mail={mail} />}
    </Dialog>
  )
}

function Letter({ mail }: { mail: Mail }) {
  return (
    <>
      <p className="sub mt0">
        To {mail.to} · {storyOf(mail)}
      </p>
      <MailPreview name={mail.id} read={() => openMail({ id: mail.id })} />
    </>
  )
}

interface MailPreviewProps {
  /** The query key of the email that is shown. */
  name: string
  read: () => ReturnType<typeof openMail>
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
      <p className="pan pan--bad mt" role="alert">
        {letter.error.message}
      </p>
    )
  return letter.data ? (
    <>
      <p className="mt">
        <b>{letter.data.subject}</b>
      </p>
      <iframe
        className="read-mail mt"
        title={letter.data.subject}
        sandbox=""
        srcDoc={letter.data.html}
      />
      <p className="fine mt">Links don’t work in this preview.</p>
    </>
  ) : (
    <p className="sub mt">
      <output>Writing it out…</output>
    </p>
  )
}
