export function memoizeByText(calculate: (text: string) => boolean): (text: string) => boolean {
  const results = new Map<string, boolean>()
  return (text) => {
    const result = results.get(text) ?? calculate(text)
    results.set(text, result)
    return result
  }
}

export function memoizeByObject<Input extends WeakKey, Result>(
  calculate: (input: Input) => Result,
): (input: Input) => Result {
  const results = new WeakMap<Input, Result>()
  return (input) => {
    const result = results.get(input) ?? calculate(input)
    results.set(input, result)
    return result
  }
}
