import assert from 'node:assert/strict'

/** The longest wait for anything, in milliseconds. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000)

/** appears waits until the element is visible. */
export const appears = (locator) => locator.waitFor({ state: 'visible' })

/** vanishes waits until the element is hidden or gone. */
export const vanishes = (locator) => locator.waitFor({ state: 'hidden' })

/** counts waits until there are exactly n of them. */
export async function counts(locator, n) {
  if (n > 0) await appears(locator.nth(n - 1))
  await vanishes(locator.nth(n))
}

/** leads waits until the address matches and its page is on the screen: the page before stays there while the next one loads. */
export async function leads(page, pattern) {
  await page.waitForURL(pattern)
  await page.waitForFunction(() => {
    const main = document.querySelector('main[data-page]')
    return !main || main.dataset.page === window.location.pathname
  })
}

/** comes waits until ask returns something truthy, and returns it. */
export async function comes(what, ask, patience = PATIENCE) {
  const end = Date.now() + patience
  for (let answer; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    answer = await ask()
    if (answer) return answer
  }
  assert.fail(`timed out waiting: ${what}`)
}
