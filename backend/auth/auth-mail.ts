import type { TransactionSql } from '../database/sql.ts'

/** An email of the sign-in service. `link` opens on any device; `code` is typed in; a name is only given to
 * addresses that somebody has confirmed. */
export interface AuthMail {
  template:
    | 'auth_confirm'
    | 'auth_recover'
    | 'auth_email_change'
    | 'auth_reauthenticate'
    | 'auth_account_exists'
  to: string
  data: { link?: string; code?: string; fullName?: string }
}

/** Hands an email over inside the transaction that causes it, so that both happen or neither. */
export type SendAuthMail = (tx: TransactionSql, mail: AuthMail) => Promise<void>
