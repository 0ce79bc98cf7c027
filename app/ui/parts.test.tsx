import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { HeatMeter } from './heat-meter.tsx'
import { PriceStar } from './price-star.tsx'
import { Stepper } from './stepper.tsx'

const html = renderToStaticMarkup

test('a busy button is disabled and announces that it is busy', () => {
  const button = html(<Button busy>Loading...</Button>)
  expect(button).toContain('disabled=""')
  expect(button).toContain('aria-busy="true"')
})

test('a button has the type submit only if that is set', () => {
  expect(html(<Button>Go</Button>)).toContain('type="button"')
  expect(html(<Button type="submit">Go</Button>)).toContain('type="submit"')
})

test('the hint and the error of a field describe its input', () => {
  const field = html(<Field label="E-mail" name="email" hint="Ours to keep" error="Add the rest" />)
  expect(field).toContain('<label for="field-email">E-mail</label>')
  expect(field).toContain('aria-describedby="field-email-error field-email-hint"')
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain('id="field-email-error"')
})

test('a field without errors is not marked as invalid', () => {
  const field = html(<Field label="E-mail" name="email" />)
  expect(field).not.toContain('aria-invalid')
  expect(field).not.toContain('aria-describedby')
})

test('the error summary appears when more than one field fails, with links to the fields', () => {
  const one = { name: 'email', label: 'E-mail' }
  const two = { name: 'name', label: 'Name' }
  expect(html(<ErrorSummary errors={[one]} />)).toBe('')
  const summary = html(<ErrorSummary errors={[one, two]} />)
  expect(summary).toContain('href="#field-name"')
  // It takes the focus: screen readers would read an alert a second time.
  expect(summary).not.toContain('role="alert"')
})

test('the heat meter describes the heat in words', () => {
  const words = (heat: number) => html(<HeatMeter heat={heat} />).replaceAll(/<[^>]*>/g, '')
  expect(words(0)).toBe('No heat · all love')
  expect(words(4)).toBe('Heat 4 of 6 · Proper hot')
  expect(words(6)).toBe('Heat 6 of 6 · Absolute chaos')
})

test('a price star without a price reads Price TBA', () => {
  expect(html(<PriceStar price={null} />).replaceAll(/<[^>]*>/g, '')).toBe('Price TBA')
})

test('a stepper is disabled at its minimum', () => {
  const least = html(<Stepper label="Quantity" value={1} onChange={() => {}} />)
  expect(least.match(/aria-disabled="true"/g)).toHaveLength(1)
  const between = html(<Stepper label="Quantity" value={2} onChange={() => {}} />)
  expect(between).not.toContain('aria-disabled="true"')
})
