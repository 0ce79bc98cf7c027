/** Public exports of the auth service: settings and hooks. */
export type { AuthGuard, SecurityEvent, SendAuthMail } from './auth/request.ts'
export { defaultAuthSettings, type AuthSettings } from './auth/settings.ts'
