import { serve } from '../_shared/serve.ts'
import { createPersonalData } from './handler.ts'

serve(createPersonalData)
