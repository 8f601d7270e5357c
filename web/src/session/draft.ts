// Text that the server does not have yet. It is kept in local storage, so that neither an outage nor a closed tab loses it,
// and removed when the user signs out.
const PREFIX = 'rolecall.draft.'

/** A draft and the text on the server that it was written over. */
export interface Draft {
  base: string
  text: string
  /** Texts that were sent without an answer; the server may have one of them instead of `base`. */
  sent?: string[]
}

export function readDraft(id: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null') as Draft | null
    if (typeof draft?.text !== 'string' || typeof draft.base !== 'string') return null
    return { base: draft.base, text: draft.text, sent: [draft.sent ?? []].flat() } // drafts of before had one text here
  } catch {
    return null // blocked or damaged
  }
}

export function keepDraft(id: string, draft: Draft) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(draft))
  } catch {
    // Without storage the text lives as long as the page, which warns before it is left.
  }
}

export function dropDraft(id: string) {
  try {
    localStorage.removeItem(PREFIX + id)
  } catch {
    // Nothing was kept.
  }
}

export function dropAllDrafts() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
