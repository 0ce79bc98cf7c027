/** Callback `ref` that focuses an element when it mounts, such as a field that was opened or the button that replaces it. */
export const focusOnMount = (place: HTMLElement | null): void => place?.focus()
