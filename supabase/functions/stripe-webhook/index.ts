import { serve } from '../_shared/serve.ts'
import { createStripeWebhook } from './handler.ts'

serve(createStripeWebhook)
