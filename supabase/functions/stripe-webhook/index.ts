import { fromDeno } from '../_shared/environment.ts'
import { createStripeWebhook } from './handler.ts'

Deno.serve(createStripeWebhook(fromDeno()))
