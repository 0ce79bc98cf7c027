import { fromDeno } from '../_shared/environment.ts'
import { createConsultancyInquiry } from './handler.ts'

Deno.serve(createConsultancyInquiry(fromDeno()))
