/** Public exports of the Realtime service (WebSockets). */
export { createRealtime, websocketPath, type Realtime } from './realtime/realtime.ts'
