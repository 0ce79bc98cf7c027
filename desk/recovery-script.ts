import { reloadBrokenFiles } from '../app/features/browser/renew-files.ts'

/** Runs in the head of the desk's page, whose last script is looked for. */
reloadBrokenFiles(/showFault\(\)\s*<\/script>/)
