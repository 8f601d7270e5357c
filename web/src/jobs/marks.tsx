import type { Mark } from '~/api/models'

interface Piece {
  text: string
  marked: boolean
}

/**
 * pieces cuts a text at its marks. Marks count code points while strings count UTF-16 units: without the conversion "👩 Go"
 * would be marked one unit too early. Marks beyond the end or out of order are cut off.
 */
export function pieces(text: string, marks: Mark[]): Piece[] {
  if (marks.length === 0) return [{ text, marked: false }]
  const points = Array.from(text)
  const found: Piece[] = []
  let at = 0
  const add = (end: number, marked: boolean) => {
    if (end > at) found.push({ text: points.slice(at, end).join(''), marked })
    at = Math.max(at, end)
  }
  for (const { start, end } of marks) {
    add(Math.min(start, points.length), false)
    add(Math.min(end, points.length), true)
  }
  add(points.length, false)
  return found
}

/** Marked shows a text with the words that were searched for highlighted. */
export function Marked({ text, marks }: { text: string; marks: Mark[] }) {
  return pieces(text, marks).map((p, i) => (p.marked ? <mark key={i}>{p.text}</mark> : p.text))
}
