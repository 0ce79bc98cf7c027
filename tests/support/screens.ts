/** The sizes of the windows for which the design was drawn, in CSS pixels. */
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 900 }
