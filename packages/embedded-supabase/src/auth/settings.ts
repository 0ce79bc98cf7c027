/** Character classes that a password must contain, named as in `config.toml`. */
export type PasswordRequirements =
  | ''
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols'

/** Auth settings of a project, in the names and units of the section `[auth]` of Supabase's `config.toml`. */
export interface AuthSettings {
  enable_signup: boolean
  enable_anonymous_sign_ins: boolean
  enable_manual_linking: boolean
  /** Redirect targets that are allowed beside the site's own pages: addresses, or patterns of them (`readPattern`). */
  additional_redirect_urls: readonly string[]
  /** s that an access token is valid. */
  jwt_expiry: number
  minimum_password_length: number
  password_requirements: PasswordRequirements
  email: {
    /** People may sign up with an email address. */
    enable_signup: boolean
    /** An address must be confirmed by email before it opens a session. */
    enable_confirmations: boolean
    /** The old mailbox, too, must confirm a change of address. */
    double_confirm_changes: boolean
    /** A session older than a day needs an emailed code to change the password. */
    secure_password_change: boolean
    /** 6 to 10 digits. */
    otp_length: number
  }
  /** Limits per client address: emails in an hour; the others in fifteen minutes (the platform counts five). */
  rate_limit: { email_sent: number; sign_in_sign_ups: number; token_verifications: number }
  /** No part of `config.toml`, but of a hosted project's settings: whether the most common passwords are refused. */
  password_hibp_enabled: boolean
  /** No part of `config.toml`: whether a link in an email may give a code that only the client that asked for it can use. */
  pkce_links: boolean
  /** No part of `config.toml`: the page of the site that a confirmed sign-up opens where its link names none. */
  site_paths: { confirmed: string }
}

export const defaultAuthSettings: AuthSettings = {
  enable_signup: true,
  enable_anonymous_sign_ins: false,
  enable_manual_linking: false,
  additional_redirect_urls: [],
  jwt_expiry: 3600,
  minimum_password_length: 8,
  password_requirements: '',
  email: {
    enable_signup: true,
    enable_confirmations: true,
    double_confirm_changes: true,
    secure_password_change: true,
    otp_length: 8,
  },
  rate_limit: { email_sent: 60, sign_in_sign_ups: 30, token_verifications: 30 },
  password_hibp_enabled: false,
  pkce_links: true,
  site_paths: { confirmed: '/' },
}
