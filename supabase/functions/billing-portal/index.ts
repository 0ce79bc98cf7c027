import { fromDeno } from '../_shared/environment.ts'
import { createBillingPortal } from './handler.ts'

Deno.serve(createBillingPortal(fromDeno()))
