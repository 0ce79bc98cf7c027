/** Answers requests of Node’s HTTP server with a backend, in fair turns. */
export { admitOrigin, answerApi, send, targetOf, type WireBackend } from './http/api-response.ts'
export { drainable } from './http/drain.ts'
export { BodyTooLarge, readBody, refuseBody } from './http/request-body.ts'
export { RequestTurns } from './http/request-turns.ts'
export { FairShares, NoPlaceError } from './services/fair-shares.ts'
