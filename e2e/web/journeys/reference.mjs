import assert from 'node:assert/strict'

/** The API reference shows every operation of every contract, on a wide dark screen and on a phone. */
export default async function (stage) {
  for (const options of [{ theme: 'dark', trace: false }, { phone: true, trace: false }]) {
    const page = await stage.window(options)
    const requested = []
    page.on('request', (r) => requested.push(r.url()))
    await page.goto('/docs')
    const links = await page.locator('nav a[href^="/docs/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    for (const link of links) {
      const contract = await (await page.request.get(`${link}.json`)).json()
      await page.goto(link)
      const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
      const shown = ({ operationId }) => page.locator(`[data-section-id$="operation/${operationId}"]`).first()
      await Promise.all(operations.map((operation) => shown(operation).waitFor({ state: 'attached' })))
    }
    const elsewhere = requested.filter((url) => /^http/.test(url) && !url.startsWith(stage.base))
    assert.deepEqual(elsewhere, [], 'the reference loads its own files only')
  }
}
