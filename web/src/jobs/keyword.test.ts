import { describe, expect, it } from 'vitest'
import { corrections, quoted, without, wordsOf } from './keyword'

describe('switching back to plain words', () => {
  it.each([
    ['remote python berlin', 'remote', '"remote" python berlin'],
    ['python Remote', 'remote', 'python "Remote"'],
    ['full  time nurse', 'full time', '"full  time" nurse'],
    ['go 80k', '80k', 'go "80k"'],
    ['remotely remote', 'remote', 'remotely "remote"'],
    ['"remote" remote', 'remote', '"remote" "remote"'],
    ['remote remote', 'remote', '"remote" remote'],
    ['-remote go', 'remote', '-remote go'],
    ['c++ (remote)', '(remote)', 'c++ "(remote)"'],
    ['unclosed "remote', 'remote', 'unclosed "remote'],
  ])('%s', (keyword, words, want) => {
    expect(quoted(keyword, words)).toBe(want)
  })
})

describe('leaving words out', () => {
  it.each([
    ['remote python berlin', 'python', 'remote berlin'],
    ['Full  Time nurse', 'full time', 'nurse'],
    ['nurse', 'nurse', ''],
    ['"night shift" nurse', '"night shift"', 'nurse'],
    ['c# c++ c', 'c', 'c# c++'],
    ['go go', 'go', 'go'],
    ['go', 'rust', 'go'],
  ])('%s without %s', (keyword, words, want) => {
    expect(without(keyword, words)).toBe(want)
  })

  it('keeps phrases together', () => {
    expect(wordsOf('nurse -"night shift" c# "open')).toEqual(['nurse', '-"night shift"', 'c#', '"open'])
  })
})

describe('a corrected keyword', () => {
  const show = (keyword: string, ...corrected: { from: string; to: string }[]) =>
    corrections(keyword, corrected).map((p) => (p.changed ? `*${p.text}*` : p.text)).join('')

  it('marks what was replaced', () => {
    expect(show('kuberntes', { from: 'kuberntes', to: 'kubernetes' })).toBe('*kubernetes*')
    expect(show('Senior Kuberntes enginer', { from: 'kuberntes', to: 'kubernetes' }, { from: 'enginer', to: 'engineer' })).toBe(
      'Senior *kubernetes* *engineer*',
    )
  })

  it('leaves longer words alone', () => {
    expect(show('javaa javaas', { from: 'javaa', to: 'java' })).toBe('*java* javaas')
  })

  it('takes signs for what they are', () => {
    expect(show('c+ (or) cc', { from: 'c+', to: 'c++' }, { from: '(or)', to: 'or' })).toBe('*c++* *or* cc')
  })

  it('shows at least the new words', () => {
    expect(show('Kübernetz', { from: 'kuebernetz', to: 'kubernetes' })).toBe('*kubernetes*')
  })
})
