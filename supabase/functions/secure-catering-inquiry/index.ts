import { serve } from '../_shared/serve.ts'
import { createSecureCateringInquiry } from './handler.ts'

serve(createSecureCateringInquiry)
