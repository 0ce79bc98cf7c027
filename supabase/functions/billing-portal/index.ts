import { serve } from '../_shared/serve.ts'
import { createBillingPortal } from './handler.ts'

serve(createBillingPortal)
