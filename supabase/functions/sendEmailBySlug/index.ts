import { fromDeno } from '../_shared/environment.ts'
import { createSendEmailBySlug } from './handler.ts'

Deno.serve(createSendEmailBySlug(fromDeno()))
