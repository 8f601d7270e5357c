import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Marked, pieces } from './marks'

describe('marks', () => {
  it('cut a text where words were found', () => {
    expect(pieces('Senior Go Developer', [{ start: 7, end: 9 }])).toEqual([
      { text: 'Senior ', marked: false },
      { text: 'Go', marked: true },
      { text: ' Developer', marked: false },
    ])
  })

  it('count code points, not UTF-16 units', () => {
    const found = pieces('🚀 Go 👩‍💻 Rust', [{ start: 2, end: 4 }, { start: 9, end: 13 }])
    expect(found.filter((p) => p.marked).map((p) => p.text)).toEqual(['Go', 'Rust'])
    expect(found.map((p) => p.text).join('')).toBe('🚀 Go 👩‍💻 Rust')
  })

  it.each([
    ['beyond the end', [{ start: 3, end: 99 }]],
    ['after the end', [{ start: 50, end: 60 }]],
    ['that overlap', [{ start: 0, end: 3 }, { start: 2, end: 4 }]],
    ['that are empty', [{ start: 2, end: 2 }]],
  ])('%s do no harm', (_, marks) => {
    expect(pieces('abcdef', marks).map((p) => p.text).join('')).toBe('abcdef')
  })

  it('are shown', () => {
    const { container } = render(<Marked text="Go & <b>" marks={[{ start: 0, end: 2 }]} />)
    expect(container.innerHTML).toBe('<mark>Go</mark> &amp; &lt;b&gt;')
  })
})
