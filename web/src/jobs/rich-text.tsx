import { useMemo } from 'react'
import classes from './rich-text.module.css'

// The services clean descriptions before they store them. This is a second check: only known elements without attributes
// pass, and links open in a new tab without a referrer.
const allowed = new Set(
  ('P BR UL OL LI STRONG B EM I U H1 H2 H3 H4 H5 H6 A BLOCKQUOTE CODE PRE HR ' +
    'TABLE THEAD TBODY TR TH TD SPAN DIV SUB SUP DL DT DD MARK').split(' '),
)
const dropped = new Set('SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED NOSCRIPT TITLE SVG MATH'.split(' '))
const lowered: Record<string, string> = { H1: 'H3', H2: 'H3', H3: 'H3', H4: 'H4', H5: 'H4', H6: 'H4' }

export function cleaned(html: string): string {
  const source = new DOMParser().parseFromString(html, 'text/html')
  const out = document.implementation.createHTMLDocument('')
  copy(source.body, out.body, out)
  return out.body.innerHTML
}

function copy(from: Node, to: Node, out: Document) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(out.createTextNode(node.textContent ?? ''))
    if (node.nodeType !== Node.ELEMENT_NODE) continue
    const name = node.nodeName.toUpperCase()
    if (dropped.has(name)) continue
    if (!allowed.has(name)) {
      copy(node, to, out)
      continue
    }
    const element = out.createElement(lowered[name] ?? name)
    const href = name === 'A' ? (node as Element).getAttribute('href') : null
    if (href && /^(https?:|mailto:)/i.test(href.trim())) {
      element.setAttribute('href', href.trim())
      element.setAttribute('target', '_blank')
      element.setAttribute('rel', 'noopener noreferrer nofollow')
    }
    copy(node, element, out)
    to.appendChild(element)
  }
}

const plain = (s: string) => s.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** unsaid returns the sentences that an HTML text does not have already. */
export function unsaid(sentences: string[], html: string | null): string[] {
  if (sentences.length === 0) return sentences
  const said = plain(new DOMParser().parseFromString((html ?? '').replaceAll('<', ' <'), 'text/html').body.textContent ?? '')
  return sentences.filter((s) => !said.includes(plain(s)))
}

/** RichText shows HTML that comes from a job board. Its language is not known, and need not be that of the app. */
export function RichText({ html }: { html: string }) {
  const safe = useMemo(() => cleaned(html), [html])
  return <div className={classes.text} dir="auto" lang="" dangerouslySetInnerHTML={{ __html: safe }} />
}
