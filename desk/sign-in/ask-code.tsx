import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, client, toSignInError } from '../client.ts'
import { meKey } from '../current-staff.ts'
import { lock } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { CodeForm } from './code-form.tsx'

/** The second lock: a code of the app, or a paper code where the phone is gone. */
export function AskCode() {
  const queries = useQueryClient()
  const [isGone, setGone] = useState(false)
  const again = () => void queries.invalidateQueries({ queryKey: meKey })
  return (
    <>
      <h1 className="h1">Back behind the counter</h1>
      <p className="sub mt0">
        Step 2 of 2.{' '}
        {isGone ? 'A paper code opens it as well.' : 'Open your app and type what it shows.'}
      </p>
      {isGone ? <PaperCode onDone={again} /> : <CodeForm label="Open the desk" onDone={again} />}
      <p className="btns mt">
        <button type="button" className="tlink" onClick={() => setGone(!isGone)}>
          {isGone ? 'I have my phone' : 'Phone gone? Use a paper code'}
        </button>
        <button type="button" className="tlink" onClick={() => void lock()}>
          Somebody else
        </button>
      </p>
    </>
  )
}

function PaperCode({ onDone }: { onDone: () => void }) {
  const use = useMutation({
    mutationFn: async (code: string) => {
      const isRight = await ask(client.rpc('use_recovery_code', { p_code: code }))
      if (!isRight) throw new Error('That is not one of your paper codes.')
      const { error } = await client.auth.refreshSession()
      if (error) throw toSignInError(error)
    },
    onSuccess: onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        use.mutate(String(new FormData(event.currentTarget).get('code')))
      }}
    >
      <Field
        label="A paper code"
        name="code"
        autoComplete="off"
        fault={use.error?.message}
        hint="It works once and takes the old phone off your account. You set up a new one next."
        required
      />
      <Button type="submit" isWide disabled={use.isPending}>
        Use this code
      </Button>
    </form>
  )
}
