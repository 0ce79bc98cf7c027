import {
  type AuthGuard,
  type SecurityEvent,
  type SendAuthMail,
  type AuthSettings,
  defaultAuthSettings,
} from '../packages/embedded-supabase/src/auth.ts'
import { type Queryable } from '../packages/embedded-supabase/src/database.ts'
import { cleanName } from '../domain/clean-text.ts'
import { fieldLimits } from '../domain/validation.ts'

/** The pages that welcome somebody who has confirmed an address. A sign-up that began on another page leads to the first. */
const confirmationTargets = {
  '/': ['verified'],
  '/cart': ['code', 'verified'],
}

/**
 * The pages to which the code of the shop and the desk sends people by email. Anybody can request an email for somebody else, and
 * on another page its link would be used up without a sign-in.
 */
const linkTargets = {
  signup: confirmationTargets,
  recovery: { '/auth': [], '/desk/password/new': [] },
  email_change: { '/account-settings': [] },
}

/** The shop's Auth settings. A hosted Supabase project has the same settings in its dashboard. */
const authSettings: AuthSettings = {
  ...defaultAuthSettings,
  minimum_password_length: fieldLimits.passwordMin,
  password_requirements: 'lower_upper_letters_digits',
  password_hibp_enabled: true,
  // Without PKCE, sign-in links work on any device. With PKCE, a stranger who requests a link for somebody else's address
  // would make the newest link useless to the owner of the address.
  pkce_links: false,
  site_paths: { confirmed: '/?verified=true', link_targets: linkTargets },
}

/** Maximum number of security events of one type and IP address that are recorded in five minutes. */
const maxNotes = 30

const authGuard: AuthGuard = {
  note: async (sql: Queryable, { type, details, address, at }: SecurityEvent) => {
    await sql`select public.record_security_event(${type}, ${sql.json(details)}, ${address}, ${at}, ${maxNotes})`
  },
  waitOf: async (sql, sender, address, at) => {
    const [row] = await sql<{ wait: number }[]>`
      select public.suspicious_pattern_wait_ms(${sender}, ${address}, false, ${at}) as wait`
    return row?.wait ?? 0
  },
  cleanMetadata: ({ full_name: given, ...others }) => {
    if (typeof given !== 'string')
      return { kept: given === null ? { ...others, full_name: null } : others }
    const clean = cleanName([...given.trim()].slice(0, fieldLimits.name).join(''))
    if (clean === null) return { suspicious: 'full_name' }
    return { kept: { ...others, full_name: clean || null } }
  },
}

/**
 * Edge Functions that accept requests without an API key: forms without JavaScript, email programs and the payment provider
 * send none.
 */
const openFunctions = new Set(['stripe-webhook', 'newsletter', 'personal-data', 'tell-me'])

export const authProject = { authSettings, authGuard, openFunctions }

/**
 * Adds an account email (such as a confirmation or a password reset) to the outbox, in the transaction that causes it. An
 * email to an address that may be made up always has the priority of a confirmation email.
 */
export const queueAuthMail: SendAuthMail = async (tx, mail) => {
  const { template, to, data, isConfirmed, rank, key = null } = mail
  const priorityOf = isConfirmed ? null : 'auth_confirm'
  await tx`
    select public.queue_email(${template}, ${to}, ${tx.json({ ...data })}, ${key}, now(), ${rank}, ${priorityOf})`
}
