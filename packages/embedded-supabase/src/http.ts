/** Public exports for serving a backend by Node's HTTP server. */
export {
  setEarlyCorsHeaders,
  sendApiResponse,
  sendResponse,
  getRequestTarget,
  type WireBackend,
} from './http/api-response.ts'
export { withGracefulShutdown } from './http/graceful-shutdown.ts'
export { BodyTooLarge, readBody, sendBodyTooLarge } from './http/request-body.ts'
export { RequestTurns } from './http/request-turns.ts'
export { FairQueue, NoSlotError } from './queue/fair-queue.ts'
