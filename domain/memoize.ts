export function memoizeByText(judge: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const answer = known.get(text) ?? judge(text)
    known.set(text, answer)
    return answer
  }
}

export function memoizeByObject<From extends WeakKey, Made>(
  make: (from: From) => Made,
): (from: From) => Made {
  const known = new WeakMap<From, Made>()
  return (from) => {
    const made = known.get(from) ?? make(from)
    known.set(from, made)
    return made
  }
}
