import { expect, it } from 'vitest'
import { dotted } from './bidi'

it('joins the parts that are there', () => {
  expect(dotted('Harbour Clinic', null, '', 'Lyon')).toBe('Harbour Clinic · Lyon')
})

it('isolates names in right-to-left scripts', () => {
  expect(dotted('شركة الأفق', 'Dubai')).toBe('\u2068شركة الأفق\u2069 · Dubai')
  expect(dotted('גל 3', 'תל אביב')).toBe('\u2068גל 3\u2069 · \u2068תל אביב\u2069')
})
