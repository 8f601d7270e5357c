import { describe, expect, it } from 'vitest'
import { cleaned, unsaid } from './rich-text'

describe('a description from elsewhere', () => {
  it.each([
    ['keeps text and lists', '<p>Hi <b>you</b></p><ul><li>one</li></ul>', '<p>Hi <b>you</b></p><ul><li>one</li></ul>'],
    ['drops scripts with their content', 'a<script>alert(1)</script>b', 'ab'],
    ['drops attributes', '<p onclick="x()" style="color:red" class="c">a</p>', '<p>a</p>'],
    ['unwraps what it does not know', '<article><p>a</p></article>', '<p>a</p>'],
    ['keeps marked words', '<p>some <mark class="x">Go</mark></p>', '<p>some <mark>Go</mark></p>'],
    ['drops pictures', 'a<img src="https://example.org/track.gif">b', 'ab'],
    ['drops javascript addresses', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ])('%s', (_, html, want) => {
    expect(cleaned(html)).toBe(want)
  })

  it('does not repeat what it says', () => {
    const html = '<h3>What you bring</h3><ul><li>Five years of <b>Go</b></li><li>A boat&nbsp;licence</li></ul>'
    expect(unsaid(['Five years of Go', 'A boat licence.', 'Good knots'], html)).toEqual(['Good knots'])
    expect(unsaid(['Good knots'], null)).toEqual(['Good knots'])
  })

  it('opens links elsewhere', () => {
    expect(cleaned('<a href="https://example.org/x">a</a>')).toBe(
      '<a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    )
  })

  it('keeps the order of headings on the page', () => {
    expect(cleaned('<h1>a</h1>')).toBe('<h3>a</h3>')
  })
})
