// Draws the icons of the installed app (public/icons) from favicon.svg, in Chromium: npm run icons.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from '../../e2e/web/browser.mjs'

const files = new URL('../public/', import.meta.url)
const mark = await readFile(new URL('favicon.svg', files), 'utf8')

// Systems cut a maskable icon to a shape of their own and keep its inner four fifths; Apple rounds the corners of its icon.
const icons = { 'any-192': 1, 'any-512': 1, 'maskable-192': 0.75, 'maskable-512': 0.75, 'apple-180': 0.85 }

const browser = await launch()
for (const [name, share] of Object.entries(icons)) {
  const size = Number(name.split('-')[1])
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const background = share < 1 ? '#0f6b5c' : 'transparent'
  await page.setContent(
    `<body style="margin:0;display:grid;place-content:center;height:100vh;background:${background}">
      <div style="width:${size * share}px;height:${size * share}px">${mark}</div></body>`,
  )
  await page.screenshot({ path: fileURLToPath(new URL(`icons/${name}.png`, files)), omitBackground: true })
}
await browser.close()
