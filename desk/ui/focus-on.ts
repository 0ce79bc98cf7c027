/** The `ref` of what takes the focus as soon as it stands there: a field that was opened, a button that it became again. */
export const focusOn = (place: HTMLElement | null): void => place?.focus()
