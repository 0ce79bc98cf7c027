type Keys = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link turns this page, and opens or saves nothing beside it. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Keys): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
