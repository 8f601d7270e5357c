import { expect, it } from 'vitest'
import { deviceOf } from './device'

it('names devices', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'
  expect(deviceOf(chrome)).toBe('Chrome on Linux')
  expect(deviceOf(null)).toBe('Unknown device')
})
