import { serve } from '../_shared/serve.ts'
import { createDeskInvitation } from './handler.ts'

serve(createDeskInvitation)
