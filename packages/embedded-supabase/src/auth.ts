/** Settings and hooks of the auth service. */
export type { AuthGuard, SecurityEvent, SendAuthMail } from './auth/request.ts'
export { defaultAuthSettings, type AuthSettings } from './auth/settings.ts'
