import { beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  history.replaceState(null, '', '/mailbox')
})

describe('the token of the mailbox', () => {
  it('is taken out of the address and kept', async () => {
    history.replaceState(null, '', '/mailbox?mail=1#ABC')
    const { mailboxToken } = await import('./token')
    expect(mailboxToken()).toBe('ABC')
    expect(location.href).toMatch(/\/mailbox\?mail=1$/)
    vi.resetModules()
    expect((await import('./token')).mailboxToken()).toBe('ABC')
  })

  it('can be entered, and a newer link wins', async () => {
    const { keepMailboxToken, mailboxToken } = await import('./token')
    expect(mailboxToken()).toBe('')
    keepMailboxToken(' TYPED\n')
    expect(mailboxToken()).toBe('TYPED')
    history.replaceState(null, '', '/mailbox#LINKED')
    expect(mailboxToken()).toBe('LINKED')
  })

  it('is not taken from the address of another page', async () => {
    history.replaceState(null, '', '/find#ABC')
    expect((await import('./token')).mailboxToken()).toBe('')
    expect(location.hash).toBe('#ABC')
  })
})
