export type { SandboxCatalogue } from './objects.ts'
export {
  createPaymentSandbox,
  type PaymentSandbox,
  type PaymentSandboxOptions,
} from './payment-sandbox.ts'
export { openStore, type Store } from './store.ts'
export { startPaymentSandbox, type StartOptions } from './start.ts'
