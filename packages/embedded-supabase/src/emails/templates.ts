import type { AuthMail } from '../auth/request.ts'

/** An email as it is sent, in plain text and optionally HTML. */
export interface RenderedEmail {
  subject: string
  text: string
  html?: string
}

export type RenderEmail = (mail: AuthMail) => RenderedEmail | Promise<RenderedEmail>

const ignore = 'If you did not ask for this, ignore this email.'

const templates: Record<AuthMail['template'], (data: AuthMail['data']) => [string, ...string[]]> = {
  auth_confirm: ({ link, code }) => [
    'Confirm your email address',
    'Follow this link to confirm your email address:',
    ...linkOrCode(link, code),
    ignore,
  ],
  auth_recover: ({ link }) => [
    'Reset your password',
    'Follow this link to choose a new password:',
    ...linkOrCode(link),
    ignore,
  ],
  auth_email_change: ({ link }) => [
    'Confirm the change of your email address',
    'Follow this link to confirm the change. It takes effect once the old and the new address have confirmed it:',
    ...linkOrCode(link),
    ignore,
  ],
  auth_reauthenticate: ({ link, code }) => [
    'Confirm that it is you',
    'Use this to sign in or to confirm a change:',
    ...linkOrCode(link, code),
    ignore,
  ],
  auth_account_exists: ({ link }) => [
    'You already have an account',
    'Somebody tried to sign up with this email address, which already has an account. If it was you, sign in instead.',
    ...linkOrCode(link),
  ],
  auth_password_warning: ({ at, address, agent }) => [
    'A sign-in with your password was stopped',
    'Somebody entered your password and a wrong second factor. If it was not you, change your password.',
    [at, address, agent].filter(Boolean).join(', '),
  ],
}

function linkOrCode(link?: string, code?: string): string[] {
  return [link ?? '', code === undefined ? '' : `Code: ${code}`]
}

/** Renders an email of the auth service as plain text in English. */
export function renderPlainEmail({ template, data }: AuthMail): RenderedEmail {
  const [subject, ...paragraphs] = templates[template](data)
  return { subject, text: `${paragraphs.filter(Boolean).join('\n\n')}\n` }
}
