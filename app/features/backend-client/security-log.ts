import { callRest } from './api.ts'
import { logFailure } from '../browser/browser-log.ts'

/**
 * Sends an event to the security log. A failure is only logged, because it does not concern the visitor (specification, section 8).
 * The URL is sent without its query string, which may contain the token of an email link.
 */
export async function logSecurityEvent(event: string, details: object, now: number): Promise<void> {
  try {
    await callRest('/rpc/log_security_event', {
      body: {
        event_type: event,
        details: {
          ...details,
          userAgent: navigator.userAgent,
          timestamp: new Date(now).toISOString(),
          url: location.origin + location.pathname,
          version: '1.0',
        },
      },
    })
  } catch (cause) {
    logFailure('Security log: an event could not be noted', cause)
  }
}
