import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const answer = (build: string) => new Headers({ 'Rolecall-Build': build })
const reload = vi.fn()

/** open returns the module as a page of a build has it, before any answer. */
async function open(build: string) {
  document.head.innerHTML = `<meta name="build" content="${build}">`
  vi.resetModules()
  const { noteBuild, useNewVersion } = await import('./version')
  return { noteBuild, isOld: () => renderHook(useNewVersion).result.current }
}

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  reload.mockReset()
  sessionStorage.clear()
})

it('says so when the server gets a new version, and does not reload what may have text in it', async () => {
  const page = await open('a1')
  page.noteBuild(answer('a1'))
  expect(page.isOld()).toBe(false)
  page.noteBuild(answer('b2'))
  expect(page.isOld()).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

it('reloads a kept page that is old by its first answer, once', async () => {
  const kept = await open('a1')
  kept.noteBuild(answer('b2'))
  expect(reload).toHaveBeenCalledTimes(1)
  const again = await open('a1')
  again.noteBuild(answer('b2'))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(again.isOld()).toBe(true)
})

it('knows no versions while developing', async () => {
  const page = await open('')
  page.noteBuild(answer('b2'))
  expect(page.isOld()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
