import { fromDeno } from '../_shared/environment.ts'
import { createNewsletter } from './handler.ts'

Deno.serve(createNewsletter(fromDeno()))
