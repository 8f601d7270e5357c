import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/first.js'), 'utf8')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  document.head.innerHTML = ''
  document.documentElement.lang = ''
  vi.resetModules()
})

/** start runs what the page runs before anything else, in a browser with these languages. */
function start(...browser: string[]) {
  document.head.innerHTML = ['de', 'en', 'fr']
    .map((code) => `<meta name="language" data-language="${code}" content="/assets/${code}-1.js">`)
    .join('')
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  new Function(script)()
  return document.documentElement.lang
}

describe('the language', () => {
  it.each([
    ['that the browser prefers', ['de-AT', 'en'], 'de'],
    ['that the browser prefers of those the app speaks', ['pl', 'fr-CA', 'en'], 'fr'],
    ['English if the app speaks none of the browser’s', ['pl', 'constructor'], 'en'],
  ])('is the one %s', (_, browser, want) => {
    expect(start(...browser)).toBe(want)
  })

  it('is the one that was chosen before, whatever the browser prefers', () => {
    localStorage.setItem('rolecall.language', 'fr')
    expect(start('de')).toBe('fr')
    localStorage.setItem('rolecall.language', 'tlh')
    expect(start('de')).toBe('de')
  })

  it('is fetched at once', () => {
    start('de')
    expect(document.querySelector('link[rel=modulepreload]')?.getAttribute('href')).toBe('/assets/de-1.js')
  })

  it('is fetched together with the code of the page', () => {
    const page = `<meta name="page" data-path="${location.pathname}" content="/assets/find-1.js /assets/find-1.css">`
    const other = '<meta name="page" data-path="/other" content="/assets/other-1.js">'
    document.head.innerHTML = page + other
    new Function(script)()
    const hrefs = (rel: string) => [...document.querySelectorAll(`link[rel=${rel}]`)].map((link) => link.getAttribute('href'))
    expect(hrefs('modulepreload')).toEqual(['/assets/find-1.js'])
    expect(hrefs('preload')).toEqual(['/assets/find-1.css'])
  })

  it('forms dates, numbers and plurals', async () => {
    start('de-AT', 'en')
    const { formatAgo, formatDay } = await import('~/format/date')
    const { formatMoney, formatNumber } = await import('~/format/number')
    const { text } = await import('.')
    const now = new Date('2026-06-15T12:00:00Z')
    expect(text.jobs.posted(formatAgo('2026-06-13T12:00:00Z', now))).toBe('vorgestern veröffentlicht')
    expect(formatDay('2026-01-15T12:00:00Z')).toBe('15. Jän. 2026') // as Austrians write it
    expect(formatNumber(12_345)).toMatch(/^12.345$/)
    expect(formatMoney(80_000, 'EUR')).toMatch(/€/)
    expect([text.jobs.found(1, '1'), text.jobs.found(2, '2')]).toEqual(['1 Stelle', '2 Stellen'])
  })

  it('counts nothing as one in French', async () => {
    start('fr')
    const { text } = await import('.')
    expect([0, 1, 2].map((n) => text.jobs.found(n, String(n)))).toEqual(['0 offre', '1 offre', '2 offres'])
  })

  it('is loaded anew when another is chosen, unless the browser keeps nothing', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const { switchTo } = await import('./languages')
    expect(switchTo('es')).toBe(true)
    expect(localStorage.getItem('rolecall.language')).toBe('es')
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('blocked')
      },
    })
    expect(switchTo('de')).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
