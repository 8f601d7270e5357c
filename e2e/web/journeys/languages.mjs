import assert from 'node:assert/strict'
import { appears, leads } from '../expect.mjs'
import { settled } from '../stage.mjs'

/** The app speaks the language of the browser, or the one that was chosen, and nothing else. */
export default async function (stage) {
  await stranger(stage)
  await member(stage)
  await others(stage)
}

/** Somebody with a German browser, who then chooses French. */
async function stranger(stage) {
  const page = await stage.window({ locale: 'de-DE', phone: true })
  await page.goto('/')
  await appears(page.getByRole('heading', { name: 'Deine Stellensuche an einem ruhigen Ort' }))
  const german = await speech(page, 'de')
  await german.only(page, 'de', 'landing page')
  await page.goto('/find')
  await appears(page.locator('[data-job]').first())
  await german.only(page, 'de', 'search')
  await page.goto('/find?location=Germany')
  await appears(page.locator('[data-job]').filter({ hasText: /, Deutschland/ }).first())
  await page.locator('[data-job]').first().click()
  await appears(page.getByText('Öffnen und bewerben').first())
  await german.only(page, 'de', 'posting')
  await page.goto('/login')
  await appears(page.getByRole('heading', { name: 'Anmelden' }))
  await german.only(page, 'de', 'login')

  await page.getByLabel('Sprache der App').selectOption('fr')
  await appears(page.getByRole('heading', { name: 'Se connecter' }))
  await (await speech(page, 'fr')).only(page, 'fr', 'login')
  await page.reload()
  await appears(page.getByRole('heading', { name: 'Se connecter' }))
}

/** Somebody with an account and an English browser, who chooses German in the settings. */
async function member(stage) {
  const who = await stage.person()
  await who.applied('Leuchtturmwärterin')
  const page = await stage.as(who, { expect: [409] })
  await page.goto('/settings')
  await page.getByLabel('Language of the app').selectOption('de')
  await appears(page.getByRole('heading', { name: 'Einstellungen' }))
  const german = await speech(page, 'de')
  const pages = {
    '/settings': 'Sprache', '/settings/security': 'Passwort', '/settings/channels': 'Kanäle', '/tracker': 'Leuchtturmwärterin',
    '/tracker/table': 'Leuchtturmwärterin', '/tracker/stats': 'Die Diagramme kommen', '/reminders': 'Keine Erinnerungen',
    '/inbox': 'Mitteilungen',
    '/saved': 'Noch nichts gemerkt', '/employers': 'Arbeitgeber', '/': 'Hallo, Mira',
  }
  for (const [address, sign] of Object.entries(pages)) {
    await page.goto(address)
    await appears(page.getByText(sign).first())
    await german.only(page, 'de', address)
  }
  await page.goto('/tracker')
  await imports(page)
  await page.getByText('Leuchtturmwärterin').click()
  await leads(page, /\/tracker\/[0-9a-f-]+$/)
  await german.only(page, 'de', 'application')

  assert.equal((await who.call('GET', '/auth/account')).language, 'de', 'the account keeps the language')
  const other = await stage.as(who)
  await other.goto('/')
  await appears(other.getByRole('heading', { name: 'Hallo, Mira' }))
}

/** What is wrong with a file is said in the language of the app, too. The manifest has it as well. */
async function imports(page) {
  await page.getByRole('button', { name: 'Import und Export' }).click()
  await page.getByRole('menuitem', { name: 'Aus CSV importieren' }).click()
  const dialog = page.getByRole('dialog')
  const buffer = Buffer.from('title,company,status\nLotsin,Hafen,vielleicht\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await appears(dialog.getByText('„vielleicht“ ist kein Status', { exact: true }))
  await page.keyboard.press('Escape')
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json())
  assert.deepEqual([manifest.lang, manifest.shortcuts.at(-1).name], ['de', 'Erinnerungen'])
}

/** Every language shows its landing page and its search. */
async function others(stage) {
  for (const [locale, search] of [['fr-CA', 'Rechercher'], ['es-MX', 'Buscar']]) {
    const code = locale.slice(0, 2)
    const page = await stage.window({ locale })
    await page.goto('/')
    await appears(page.getByRole('button', { name: search, exact: true }))
    const own = await speech(page, code)
    await own.only(page, code, `landing page in ${code}`)
    await page.goto('/find')
    await appears(page.locator('[data-job]').first())
    await own.only(page, code, `search in ${code}`)
    await stage.accessible(page, `search in ${code}`)
  }
}

/** speech loads the texts of English and of a language as the app does, and returns a check that a page speaks that language only. */
async function speech(page, code) {
  const read = async (file) => (await fetch(new URL(file, page.url()))).text()
  const texts = async (file) => Object.values(await import(`data:text/javascript,${encodeURIComponent(await read(file))}`))[0]
  const scripts = await page.locator('link[rel=modulepreload]').evaluateAll((links) => links.map((l) => l.href))
  const app = (await Promise.all(scripts.map(read))).join('\n')
  const load = async (name) => {
    const first = await page.locator(`meta[data-language=${name}]`).getAttribute('content')
    // The app names the texts of a language together: first those of the first pages, then those of the others.
    const [, rest] = new RegExp(`${escaped(first.replace(/.*\//, ''))}.*?(later-[\\w-]+\\.js)`, 's').exec(app)
    return new Set([await texts(first), await texts(new URL(rest, new URL(first, page.url())))].flatMap(patternsOf))
  }
  const own = [...(await load(code))]
  const english = [...(await load('en'))].filter((p) => !own.includes(p)).map((p) => new RegExp(p, 'u'))
  const spoken = own.map((p) => new RegExp(p, 'u'))
  const foreign = (said) => english.some((p) => p.test(said)) && !spoken.some((p) => p.test(said))
  return {
    async only(at, lang, what) {
      await settled(at)
      assert.equal(await at.locator('html').getAttribute('lang'), lang, what)
      assert.deepEqual((await words(at)).filter(foreign), [], what)
    },
  }
}

const GAP = '\u0001'
const escaped = (s) => s.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** patternsOf returns every text as a pattern; what a text is given may be anything. Texts of less than four letters tell nothing. */
function patternsOf(texts) {
  if (typeof texts === 'object') return Object.values(texts).flatMap(patternsOf)
  let said
  try {
    said = typeof texts === 'function' ? texts(...Array(6).fill(GAP)) : texts
  } catch {
    return [] // needs something special
  }
  if (typeof said !== 'string' || (said.match(/\p{L}/gu) ?? []).length < 4) return []
  return [`^${escaped(said).replaceAll(new RegExp(`${GAP}|NaN`, 'g'), '.+')}$`]
}

/** words returns what a page says: its texts and labels, without postings, names and what people wrote. */
const words = (page) =>
  page.evaluate(() => {
    const foreign = 'bdi, [lang=""], [data-job] [class*=tag], [class*=snippet], option, mark, [translate=no]'
    const said = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (element && !element.closest(`${foreign}, script, style, noscript`) && element.checkVisibility()) said.push(node.data)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      if (element.closest(foreign)) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) said.push(element.getAttribute(name) ?? '')
    }
    return [document.title.replace(/ · Rolecall$/, ''), ...said].map((s) => s.trim()).filter(Boolean)
  })
