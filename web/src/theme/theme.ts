import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { text } from '~/text'

const shades = (tenColours: string) => tenColours.split(' ') as unknown as MantineColorsTuple

// Pine is the only accent; the rest is a slightly warm grey.
const pine = shades('#effaf6 #d9f2e9 #b3e4d4 #84d0ba #55b79e #2f9c84 #1a8270 #0f6b5c #0c574b #0a473e')
const gray = shades('#faf9f6 #f3f1ec #e8e5de #d8d4cb #bab5aa #918c82 #6b675f #4e4b45 #35332f #1f1e1b')
const dark = shades('#e6ebe8 #c3cbc7 #a3ada8 #7c8782 #45514c #2f3a36 #232c29 #1a211f #121816 #0b100e')
const amber = shades('#fff8e6 #ffefc6 #fddf92 #fbcb57 #f5b72e #e09f12 #b87c08 #8a5b05 #6f4904 #573903')
const rose = shades('#fff1f0 #ffe0de #fcc0bc #f59791 #ea6d66 #dc4b44 #c53730 #a82a24 #8a211c #701a16')
const sky = shades('#eef7fd #d9ecf9 #b2d8f2 #82bfe8 #57a5da #3389c4 #2270a8 #1a5b8a #164a70 #123c5b')
const violet = shades('#f5f2fd #e8e2f9 #d0c5f2 #b2a1e8 #947edb #785dca #6247b1 #503a92 #412f77 #352661')

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, gray, dark, amber, rose, sky, violet },
  autoContrast: true,
  luminanceThreshold: 0.3,
  black: '#1f1e1b',
  // Inter has Latin letters only. Other scripts and emoji come from the fonts of the system, by name where it has no fallback.
  fontFamily:
    "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif, " +
    "'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji'",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '9px', lg: '14px', xl: '22px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  shadows: {
    xs: '0 1px 2px rgb(31 30 27 / 5%)',
    sm: '0 1px 3px rgb(31 30 27 / 7%), 0 4px 12px rgb(31 30 27 / 4%)',
    md: '0 2px 6px rgb(31 30 27 / 7%), 0 12px 28px rgb(31 30 27 / 8%)',
    lg: '0 4px 12px rgb(31 30 27 / 8%), 0 24px 48px rgb(31 30 27 / 12%)',
  },
  // Plain objects, because Component.extend would load every component here with the first page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { styles: { label: { fontWeight: 550 } } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': text.auth.showPassword } } },
    Paper: { defaultProps: { radius: 'lg' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        closeButtonProps: { 'aria-label': text.close },
        overlayProps: { backgroundOpacity: 0.35, blur: 2 },
      },
      styles: { title: { fontWeight: 650 } },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': text.close } } },
    Menu: { defaultProps: { radius: 'md', shadow: 'md', withinPortal: true } },
    Popover: { defaultProps: { radius: 'lg', shadow: 'md' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    // With roles of their own, tables that a phone shows as blocks are still tables to a screen reader.
    Table: { defaultProps: { borderColor: 'var(--line)', role: 'table' } },
    TableThead: { defaultProps: { role: 'rowgroup' } },
    TableTbody: { defaultProps: { role: 'rowgroup' } },
    TableTr: { defaultProps: { role: 'row' } },
    TableTd: { defaultProps: { role: 'cell' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Notification: { defaultProps: { radius: 'lg', closeButtonProps: { 'aria-label': text.dismiss } } },
  },
})
