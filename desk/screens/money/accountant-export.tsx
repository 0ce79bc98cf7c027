import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BookkeepingRow,
  formatAccountsCsv,
  formatAccountsHeader,
} from '../../../domain/accounts-csv.ts'
import { business } from '../../../domain/business.ts'
import { isDay } from '../../../domain/dates.ts'
import { formatFreeAgentStatement } from '../../../domain/freeagent-csv.ts'
import type { Period } from '../../../domain/money-period.ts'
import { formatXeroInvoiceFiles, xeroInvoiceLimit } from '../../../domain/xero-csv.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useOnline } from '../../lib/connection.ts'
import { downloadCsv } from '../../lib/download-csv.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RadioPills } from '../../ui/radio-pills.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { fetchAccountantRows, useMoneyReport } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './money.module.css'

const isRegistered = business.vatNumber !== null

const programs = {
  spreadsheet: {
    label: 'Spreadsheet',
    help: 'One row per order line, with refunds, fees and delivery separate. Opens in Excel and Numbers.',
  },
  xero: {
    label: 'Xero',
    help: `In Xero: Sales, Invoices, Import, and choose “Tax inclusive”. An invoice per order, a credit note per refund, at most ${xeroInvoiceLimit} a file.`,
  },
  freeagent: {
    label: 'FreeAgent',
    help: 'In FreeAgent: Banking, an account for card payments, Upload a statement. Sales, refunds and fees.',
  },
} as const
type Program = keyof typeof programs
const programNames: readonly Program[] = ['spreadsheet', 'xero', 'freeagent']
const programOptions = programNames.map((value) => ({ value, label: programs[value].label }))

const spreadsheetNote = `Each row names its payout, and the rows add up to it. ${
  isRegistered
    ? 'VAT is in columns of its own: on merchandise and its delivery, none on food.'
    : 'Not VAT registered, so no VAT column.'
}`

/** Saves the accountant's rows of a period as a file for accounting software. */
export function AccountantExport({ period }: { period: Period }) {
  const [from, setFrom] = useState(period.from)
  const [until, setUntil] = useState(period.until)
  const [program, setProgram] = useState<Program>('spreadsheet')
  const [read, setRead] = useState(0)
  const isOnline = useOnline()
  const isRange = isDay(from) && isDay(until) && from <= until
  const save = useMutation({
    mutationFn: () => saveAll(program, from, until, setRead),
    onError: ({ message }) => showToast({ text: message, kind: 'fault' }),
    onSettled: () => setRead(0),
  })
  const press = () => isRange && isOnline && !save.isPending && save.mutate()
  useShortcuts({ 'Mod+s': press })
  return (
    <section
      className={`${panelStyles.panel} ${layoutStyles.spaceAboveLarge}`}
      aria-label="For the accountant"
    >
      <h2 className={textStyles.subheading}>For the accountant</h2>
      <ProgramChoice value={program} onChange={setProgram} />
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        {programs[program].help}
      </p>
      <div className={`${fieldStyles.grid} ${styles.period} ${layoutStyles.spaceAbove}`}>
        <Field
          label="From"
          type="date"
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <Field
          label="To"
          type="date"
          value={until}
          fault={isRange ? undefined : 'Not before the first day.'}
          onChange={({ currentTarget: { value } }) => setUntil(value)}
        />
      </div>
      <Button look="quiet" isWide disabled={!isRange || !isOnline} onClick={press}>
        <Icon name="save" small />{' '}
        {save.isPending ? (
          `Fetching, ${read} rows so far`
        ) : (
          <>Save CSV{isRange ? <Count from={from} until={until} /> : null}</>
        )}
        {!isOnline && ' · no signal'}
      </Button>
      <p className={`${textStyles.fine} ${layoutStyles.spaceAboveSmall}`}>
        No names, no addresses.{program === 'spreadsheet' && ` ${spreadsheetNote}`}
      </p>
    </section>
  )
}

function ProgramChoice({
  value,
  onChange,
}: {
  value: Program
  onChange: (program: Program) => void
}) {
  return (
    <fieldset className={layoutStyles.spaceAbove}>
      <legend className={layoutStyles.visuallyHidden}>Program</legend>
      <div className={buttonStyles.group}>
        <RadioPills name="program" options={programOptions} value={value} onChange={onChange} />
      </div>
    </fieldset>
  )
}

function Count({ from, until }: { from: string; until: string }) {
  const { data } = useMoneyReport(from, until)
  if (data === undefined) return null
  const { orders } = data.sums
  return `, ${orders} ${orders === 1 ? 'order' : 'orders'}`
}

async function saveAll(
  program: Program,
  from: string,
  until: string,
  onProgress: (rows: number) => void,
): Promise<void> {
  const rows: BookkeepingRow[] = []
  let next: string | null = null
  do {
    const page: Awaited<ReturnType<typeof fetchAccountantRows>> = await fetchAccountantRows(
      from,
      until,
      next,
    )
    rows.push(...page.rows)
    next = page.next
    onProgress(rows.length)
  } while (next !== null)
  const files = toFiles(program, rows)
  if (files.length === 0) throw new Error('No sales or refunds in these days.')
  const name = program === 'spreadsheet' ? 'accounts' : program
  files.forEach((text, at) => {
    const part = files.length === 1 ? '' : `-part-${at + 1}-of-${files.length}`
    downloadCsv(`${name}-${from}-to-${until}${part}.csv`, text)
  })
}

function toFiles(program: Program, rows: readonly BookkeepingRow[]): string[] {
  if (program === 'xero') return formatXeroInvoiceFiles(rows, isRegistered)
  if (program === 'freeagent') return [formatFreeAgentStatement(rows)].filter((text) => text !== '')
  return [formatAccountsHeader(isRegistered) + formatAccountsCsv(rows, isRegistered)]
}
