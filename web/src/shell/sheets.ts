/** The events that open a sheet over any page; Shortcuts listens for them. */
export const HELP = 'rolecall:help'
export const PALETTE = 'rolecall:palette'

export const openHelp = () => window.dispatchEvent(new Event(HELP))
export const openPalette = () => window.dispatchEvent(new Event(PALETTE))
