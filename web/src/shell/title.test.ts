import { expect, it } from 'vitest'
import { setTitle } from './title'

it('shows what is unread before the title of the page', () => {
  setTitle({ title: 'Board' })
  expect(document.title).toBe('Board · Rolecall')
  setTitle({ unread: 3 })
  expect(document.title).toBe('(3) Board · Rolecall')
  setTitle({ title: '', unread: 120 })
  expect(document.title).toBe('(99+) Rolecall')
  setTitle({ unread: 0 })
  expect(document.title).toBe('Rolecall')
})
