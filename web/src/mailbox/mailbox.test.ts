import { expect, it } from 'vitest'
import { codeIn } from './mailbox'

it('finds the code of a mail and no other number', () => {
  expect(codeIn('Your code is 402917. It is good for 15 minutes.')).toBe('402917')
  expect(codeIn('Call 1234567 or write to 12345')).toBeNull()
})
