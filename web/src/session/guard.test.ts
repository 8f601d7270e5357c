import { expect, it } from 'vitest'
import { safeNext } from './guard'

it.each([
  ['/tracker?x=1', '/tracker?x=1'],
  ['https://evil.example', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  [null, '/'],
])('after signing in, %s leads to %s', (next, want) => {
  expect(safeNext(next)).toBe(want)
})
