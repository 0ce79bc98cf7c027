import type { ReactNode } from 'react'
import { business } from '../../domain/business.ts'
import { clockText, shortDayText } from '../../domain/day-text.ts'
import { dataLinkLifetime } from '../../domain/personal-data-words.ts'
import type { EmailTemplate, Templates, EmailText } from './layout.tsx'
import { codeStyle as codeLook, colours, linkStyle as linkLook, smallStyle } from './styles.ts'
import { ActionButton, Link, NotYouNotice, Paragraph, Row, useAbsoluteUrl } from './parts.tsx'

interface Note<Data> extends Pick<
  Required<EmailTemplate<Data>>,
  'preview' | 'subject' | 'title' | 'why'
> {
  words: EmailText<Data>
  button: (data: Data) => { label: string; to: string } | null
  code?: (data: Data) => string | null
  notYou: EmailText<Data>
}

function note<Data>({ words, button, code, notYou, ...shared }: Note<Data>): EmailTemplate<Data> {
  const fill = (text: EmailText<Data>, data: Data) => (typeof text === 'string' ? text : text(data))
  return {
    ...shared,
    lead: (data) => [fill(words, data)],
    rows: (data) => (
      <>
        <SignInMethod button={button(data)} />
        <Code code={code?.(data) ?? null} />
        <NotYouNotice>
          {fill(notYou, data)} Nobody at {business.tradingName} will ever ring or write to you to
          ask for your password or a code.
        </NotYouNotice>
      </>
    ),
  }
}

/**
 * A button with its URL below, for mail programs in which the button does not work. The plain text omits that URL, because there
 * the button already is one.
 */
function SignInMethod({ button }: { button: { label: string; to: string } | null }): ReactNode {
  const address = useAbsoluteUrl(button?.to ?? '/')
  if (button === null) return null
  return (
    <>
      <ActionButton {...button} padding="16px 32px 8px" />
      <tr data-skip-in-text="true">
        <td className="pad ink" style={{ padding: '8px 32px 24px' }}>
          <Paragraph look={smallStyle} color={colours.inkSoft}>
            If the button does nothing, open this address:{' '}
            <Link
              to={address}
              style={{ ...linkLook, fontWeight: 'normal', wordBreak: 'break-all' }}
            >
              {address}
            </Link>
          </Paragraph>
        </td>
      </tr>
    </>
  )
}

function Code({ code }: { code: string | null }): ReactNode {
  if (code === null) return null
  return (
    <Row padding="0 32px 24px">
      <Paragraph margin="0 0 4px">Your code:</Paragraph>
      <p style={codeLook}>{code}</p>
    </Row>
  )
}

/** Returns 'Marsha,', or 'Hello,' when the name is unknown. */
function greeting(name: string | null): string {
  return name === null || name === '' ? 'Hello,' : `${name},`
}

const codeWords = {
  on: 'sign-in codes from an authenticator app were turned on for your account. From now on nobody can sign in without one.',
  off: 'sign-in codes from an authenticator app were turned off for your account. Your password is enough again.',
  recovery:
    'a recovery code was used to sign in to your account. It turned off the codes from your app, and your old password with them. Choose a new password, and set the app up again in your account.',
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'an iPhone'],
  [/iPad/, 'an iPad'],
  [/Android/, 'an Android phone'],
  [/Macintosh/, 'a Mac'],
  [/Windows/, 'a Windows computer'],
  [/Linux/, 'a Linux computer'],
]

/** Returns a description of a device such as 'an iPhone', from a User-Agent header. */
function formatDevice(agent: string | null): string {
  return devices.find(([name]) => name.test(agent ?? ''))?.[1] ?? 'a device'
}

/** The page with the form for a forgotten password. */
const forgotPasswordPath = '/auth?mode=forgot'

/** The emails of sign-up and sign-in. Emails to an unconfirmed address contain no text that a user typed. */
export const accountEmails = {
  auth_confirm: note({
    subject: 'Confirm your e-mail address',
    preview: `One tap, and your account at ${business.tradingName} is open.`,
    title: 'One tap and you’re in.',
    words: `Somebody opened an account at ${business.tradingName} with this address. If it was you, say so, and you are in the album.`,
    button: ({ link }) => ({ label: 'Confirm e-mail address', to: link }),
    code: ({ code }) => code,
    notYou: 'Then do nothing. No tap, no account.',
    why: 'You get this because your address was given to open an account.',
  }),
  /** Sent after a sign-up with the address of an existing account. The sign-up form does not reveal that the account exists. */
  auth_account_exists: note({
    subject: 'You already have an account',
    preview: 'Somebody tried to open a second one with your e-mail.',
    title: 'Got, got … got already.',
    words: `Somebody tried to open an account at ${business.tradingName} with this address, but it has one. If it was you, just sign in; a forgotten password can be changed there.`,
    button: () => ({ label: 'Sign in', to: '/auth' }),
    notYou: 'Then there is nothing to do. Your account is as it was.',
    why: 'You get this because your address was given to open an account.',
  }),
  /** Sent to the old and to the new address of an account; both links must be opened to change the address. */
  auth_email_change: note({
    subject: 'Confirm your new e-mail address',
    preview: 'We have written to your old and to your new address. Please confirm both.',
    title: 'Moving house?',
    words: ({ fullName }) =>
      `${greeting(fullName)} somebody asked us to move an account at ${business.tradingName} to another e-mail address. We have written to both addresses; the move happens when both have been confirmed.`,
    button: ({ link }) => ({ label: 'Confirm the move', to: link }),
    notYou:
      'Then don’t tap anything, and nothing moves. If it is your account, please choose a new password too.',
    why: 'You get this because somebody asked to move an account from or to your address.',
  }),
  auth_reauthenticate: note({
    subject: 'Is it you?',
    preview: `A code for your account at ${business.tradingName}.`,
    title: 'Is it you?',
    words: ({ link, fullName }) =>
      link === null
        ? `${greeting(fullName)} type this code in to show that it is you. It works once, and not for long.`
        : `${greeting(fullName)} this link signs you in, and so does the code. They work once, and not for long.`,
    button: ({ link }) => (link === null ? null : { label: 'Sign in', to: link }),
    code: ({ code }) => code,
    notYou: 'Then do nothing, and think about a new password.',
    why: 'You get this because somebody is trying to get into your account.',
  }),
  desk_invitation: note({
    subject: `Your place at the ${business.tradingName} desk`,
    preview: 'It works once, for two days.',
    title: 'You are wanted at the desk.',
    words: ({ invitedBy, role }) =>
      `${invitedBy ?? business.tradingName} invites you to the desk as ${role === 'owner' ? 'an owner: everything, money and people too' : 'a packer. You can see what to pack and what is in stock, tick, print, mark as sent and write notes. You cannot see prices, e-mail addresses, enquiries or money, or pay anybody back'}. It works once, for two days.`,
    button: ({ token }) => ({ label: 'Take my place', to: `/desk/invitation?token=${token}` }),
    notYou: 'Then do nothing. The invitation runs out by itself.',
    why: 'You get this because somebody who runs the shop invited you.',
  }),
  desk_new_phone: note({
    subject: 'A new phone signed in',
    preview: 'Was it you?',
    title: 'Who goes there?',
    words: ({ agent, at }) =>
      `Hello, somebody signed in as you at the ${business.tradingName} desk on ${shortDayText(at)}, with ${formatDevice(agent)} we hadn’t seen before.`,
    button: () => ({ label: 'See where you are signed in', to: '/desk/team' }),
    notYou: 'Then sign it out at once, and change your password.',
    why: 'You get this because you work at the desk.',
  }),
  auth_recover: note({
    subject: 'Choose a new password',
    preview: 'The link works once, and not for long.',
    title: 'Lost your keys?',
    words: ({ fullName }) =>
      `${greeting(fullName)} here is the way back in. The link lets you choose a new password. It works once, and not for long.`,
    button: ({ link }) => ({ label: 'Choose a new password', to: link }),
    notYou: 'Then do nothing: your password stays as it is.',
    why: 'You get this because somebody asked for a new password for your account.',
  }),
  auth_codes: note({
    subject: 'Your sign-in codes have changed',
    preview: 'Was it you?',
    title: 'Belt and braces.',
    words: ({ change }) => `Hello, ${codeWords[change]}`,
    button: () => ({ label: 'See your account', to: '/account-settings' }),
    notYou: ({ change }) =>
      change === 'on'
        ? `Then somebody knows your password, and without a code you can’t change it. Reply to this email or write to ${business.email}: we’ll turn the codes off, and you choose a new password.`
        : 'Then change your password at once, turn codes on, and sign out every device that isn’t yours.',
    why: 'You get this because sign-in codes were changed for your account.',
  }),
  auth_password_warning: note({
    subject: 'Somebody knows your password',
    preview: 'They had no code, so nobody got in.',
    title: 'Somebody knows your password.',
    words: ({ at, address, agent }) =>
      `Hello, on ${shortDayText(at)} at ${clockText(at)} somebody typed your right password and then a wrong code, with ${formatDevice(agent)}${address === null ? '' : ` at the internet address ${address}`}. Nobody got in: without a code your password opens nothing. If you mistyped the code yourself, there is nothing to do.`,
    button: () => ({ label: 'Choose a new password', to: forgotPasswordPath }),
    notYou:
      'Then choose a new password now. We send you a link, which asks for a code from your app or a recovery code, and every other device is signed out. If you use the old password anywhere else, change it there too.',
    why: 'You get this because a wrong code was typed after your password. We write this once a day at most.',
  }),
  newsletter_confirm: note({
    subject: 'Was it you? Confirm our newsletter',
    preview: `One tap, and you’re on the list at ${business.tradingName}.`,
    title: 'One tap and it’s yours.',
    words:
      'Somebody asked for our newsletter with this address: new products, market dates and exclusive offers. Was that you? Say so: we only write to people who have.',
    button: ({ links }) => ({ label: 'Confirm my newsletter', to: links.confirm }),
    notYou: 'Then do nothing, and you won’t hear from us.',
    why: 'You get this because your address was given for our newsletter.',
  }),
  tell_me_confirm: note({
    subject: ({ name }) => `Shall we tell you when ${name} is here?`,
    preview: 'One tap, and we write once: when you can buy it.',
    title: 'Need it? Say so.',
    words: ({ name }) =>
      `Somebody asked us to write to this address when ${name} can be bought. If it was you, say so. You get one e-mail, and then we forget that you asked.`,
    button: ({ links }) => ({ label: 'Yes, tell me', to: links.confirmTellMe }),
    notYou: 'Then do nothing, and nothing more comes.',
    why: 'You get this because your address was given on a product’s page.',
  }),
  your_data: note({
    subject: 'Your data at ' + business.tradingName,
    preview: `The link works for ${dataLinkLifetime}.`,
    title: 'Yours to see, yours to bin.',
    words: `Somebody asked what we hold about this address. The link leads to a page with two buttons: one downloads it, one erases it. It works for ${dataLinkLifetime}, and each button works once.`,
    button: ({ links }) => ({ label: 'See my data', to: links.yourData }),
    notYou: 'Then do nothing: nobody sees anything and nothing changes.',
    why: 'You get this because somebody asked for the data we hold about this address.',
  }),
} satisfies Templates
