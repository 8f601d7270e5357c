import { expect, it } from 'vitest'
import { tidyPlace } from './place'

it.each([
  ['Lisbon, , Portugal', 'Lisbon, Portugal'],
  [', Portugal,', 'Portugal'],
  ['Lisbon,Portugal', 'Lisbon, Portugal'],
  ['Lisbon; Porto', 'Lisbon; Porto'],
  [' , ', ''],
  [null, null],
])('leaves out the empty parts of %j', (place, want) => {
  expect(tidyPlace(place)).toBe(want)
})
