import { fromDeno } from '../_shared/environment.ts'
import { createTellMe } from './handler.ts'

Deno.serve(createTellMe(fromDeno()))
