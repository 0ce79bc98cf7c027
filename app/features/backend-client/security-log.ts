import { callRest } from './api.ts'
import { logFailure } from '../browser/browser-log.ts'

/** Not being able to is not the visitor's problem (specification, section 8). A query may hold a link's token: it goes. */
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
