import { useState } from 'react'
import { business } from '../../../domain/business.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { replaceDraft, useDraft } from '../../data/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { personKey } from '../../features/people/queries.ts'
import layoutStyles from '../../ui/layout.module.css'

interface EmailText {
  subject: string
  text: string
}

/** Form for an email to one person. The email is sent after half a minute; until then its text stays on the device. */
export function ComposeMail({ email, close }: { email: string; close: () => void }) {
  const subjectDraft = `subject:${email}`
  const textDraft = `letter:${email}`
  const [subject, setSubject] = useDraft(subjectDraft)
  const [text, type] = useDraft(textDraft)
  const [letter] = useState(() => crypto.randomUUID())
  const touches = [personKey(email)]
  const unsend = useDeskMutation<EmailText, unknown>({
    send: () => unwrapResponse(client.rpc('desk_unsend', { p_letter: letter })),
    invalidates: touches,
    optimisticUpdate: (words) => {
      const removeSubject = replaceDraft(subjectDraft, words.subject)
      const removeText = replaceDraft(textDraft, words.text)
      return () => {
        removeSubject()
        removeText()
      }
    },
    successToast: () => ({ text: 'Nothing was sent. Your words are kept.' }),
  })
  const write = useDeskMutation({
    send: (words: EmailText) =>
      unwrapResponse(
        client.rpc('desk_write_person', {
          p_email: email,
          p_letter: letter,
          p_subject: words.subject,
          p_text: words.text,
        }),
      ),
    invalidates: touches,
    successToast: (words) => {
      setSubject('')
      type('')
      close()
      return {
        text: `Your letter to ${email} goes in 30 seconds.`,
        undo: () => unsend.mutate(words),
        stays: 30_000,
      }
    },
  })
  return (
    <Dialog title="Write" isOpen onClose={close}>
      <form
        className={layoutStyles.spaceAbove}
        onSubmit={(event) => {
          event.preventDefault()
          write.mutate({ subject, text })
        }}
      >
        <Field
          label="What it is about"
          required
          maxLength={150}
          value={subject}
          onChange={({ currentTarget: { value } }) => setSubject(value)}
        />
        <TextArea
          label="Your words"
          required
          maxLength={4000}
          value={text}
          onChange={({ currentTarget: { value } }) => type(value)}
          hint={`Goes from ${business.email}. The answer comes to your mailbox.`}
        />
        <OnlineButton what="Send" type="submit" isWide disabled={write.isPending}>
          Send
        </OnlineButton>
      </form>
    </Dialog>
  )
}
