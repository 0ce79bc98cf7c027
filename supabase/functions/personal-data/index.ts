import { fromDeno } from '../_shared/environment.ts'
import { createPersonalData } from './handler.ts'

Deno.serve(createPersonalData(fromDeno()))
