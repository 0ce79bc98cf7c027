/** Realtime over WebSockets. */
export { createRealtime, websocketPath, type Realtime } from './realtime/realtime.ts'
