import { serve } from '../_shared/serve.ts'
import { createConsultancyInquiry } from './handler.ts'

serve(createConsultancyInquiry)
