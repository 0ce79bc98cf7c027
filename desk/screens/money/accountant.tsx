import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsCsv, accountsHead } from '../../../domain/accounts-csv.ts'
import { business } from '../../../domain/business.ts'
import { isDay } from '../../../domain/dates.ts'
import type { Period } from '../../../domain/money-period.ts'
import { useKeys } from '../../keys.ts'
import { useOnline } from '../../online.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { readAccounts, useMoney } from './read.ts'

const isRegistered = business.vatNumber !== null

/** One file for the accountant: every line of an order, with refunds, fees and delivery apart. */
export function Accountant({ period }: { period: Period }) {
  const [from, setFrom] = useState(period.from)
  const [until, setUntil] = useState(period.until)
  const [read, setRead] = useState(0)
  const isOnline = useOnline()
  const isRange = isDay(from) && isDay(until) && from <= until
  const save = useMutation({
    mutationFn: () => saveAll(from, until, setRead),
    onError: ({ message }) => showToast({ text: message, kind: 'fault' }),
    onSettled: () => setRead(0),
  })
  const press = () => isRange && isOnline && !save.isPending && save.mutate()
  useKeys({ 'Mod+s': press })
  return (
    <section className="pan mt2" aria-label="For the accountant">
      <h2 className="h3">For the accountant</h2>
      <p className="sub mt0">
        One row per order line, with refunds, fees and delivery separate. Opens in any spreadsheet.
      </p>
      <div className="g2 between mt">
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
      <p className="fine mt0">
        No names, no addresses. Each row names its payout, and the rows add up to it.{' '}
        {isRegistered
          ? 'VAT is in columns of its own: on merchandise and its delivery, none on food.'
          : 'Not VAT registered, so no VAT column.'}
      </p>
    </section>
  )
}

function Count({ from, until }: { from: string; until: string }) {
  const { data } = useMoney(from, until)
  if (data === undefined) return null
  const { orders } = data.sums
  return `, ${orders} ${orders === 1 ? 'order' : 'orders'}`
}

async function saveAll(from: string, until: string, tell: (rows: number) => void): Promise<void> {
  const parts = [accountsHead(isRegistered)]
  let count = 0
  let next: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readAccounts>> = await readAccounts(from, until, next)
    parts.push(accountsCsv(page.rows, isRegistered))
    count += page.rows.length
    next = page.next
    tell(count)
  } while (next !== null)
  saveFile(`accounts-${from}-to-${until}.csv`, new Blob(parts, { type: 'text/csv' }))
}

function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
