#!/usr/bin/env node
import { runCommand } from './start/run-command.ts'

await runCommand(process.argv.slice(2))
