import { fromDeno } from '../_shared/environment.ts'
import { createSecureCateringInquiry } from './handler.ts'

Deno.serve(createSecureCateringInquiry(fromDeno()))
