// Redoc's own theme is light; this one follows the scheme that theme.js chose for the app.
const dark = document.documentElement.dataset.mantineColorScheme === 'dark'
const ink = dark ? '#e6e9ed' : '#1c2430'
const quiet = dark ? '#a3adba' : '#566171'
const line = dark ? '#2e3742' : '#dfdcd3'
const card = dark ? '#1a2027' : '#f4f2ec'
const accent = dark ? '#6fd3c0' : '#0f6b5c'
const success = dark ? '#7ed3a0' : '#1a7340'
const error = dark ? '#f2998f' : '#b3261e'

export const theme = {
  colors: {
    primary: { main: accent },
    success: { main: success },
    error: { main: error },
    text: { primary: ink, secondary: quiet },
    border: { dark: line, light: line },
    gray: { 50: card, 100: line },
    responses: {
      success: { color: success, backgroundColor: card, tabTextColor: '#7ed3a0' },
      error: { color: error, backgroundColor: card, tabTextColor: '#f2998f' },
    },
  },
  schema: {
    linesColor: line,
    nestedBackground: card,
    typeNameColor: quiet,
    typeTitleColor: quiet,
    requireLabelColor: error,
    arrow: { color: quiet },
  },
  typography: {
    fontFamily: 'system-ui, sans-serif',
    headings: { fontFamily: 'system-ui, sans-serif' },
    code: { fontFamily: 'ui-monospace, monospace', color: error, backgroundColor: card },
    links: { color: accent },
  },
  sidebar: { backgroundColor: card, textColor: ink, activeTextColor: accent },
  rightPanel: { backgroundColor: '#1d242c' },
}
