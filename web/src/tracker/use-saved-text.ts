import { useCallback, useEffect, useRef, useState } from 'react'
import { connection } from '~/api/connection'
import { hasStatus } from '~/api/error'
import { type Draft, dropDraft, keepDraft, readDraft } from '~/session/draft'

const PAUSE = 900
const RETRY = [2_000, 5_000, 15_000, 60_000]
const REMEMBERED = 5 // texts sent without an answer, of which the server may have any, and texts saved before the last one

type Timer = ReturnType<typeof setTimeout> | undefined

/** What became of the latest text. */
export type SaveState = 'idle' | 'unsaved' | 'saving' | 'retrying' | 'refused' | 'saved'

/** permanent reports whether trying again cannot help: the server answered and refused the text. */
const permanent = (error: unknown) => [400, 403, 404, 409, 413, 422].some((status) => hasStatus(error, status))

/** same ignores space around a text, which the server removes. */
const same = (a: string, b: string) => a.trim() === b.trim()

/** writtenOver reports whether a draft was written over this text of the server, or over one that the draft itself became. */
const writtenOver = (draft: Draft, stored: string) => [draft.base].concat(draft.sent ?? []).some((text) => same(text, stored))

/**
 * useSavedText edits a text that saves itself after a pause in typing and when it is left. What the server does not have yet
 * is kept as a draft, sent again until it arrives, and there again after a reload.
 *
 * A text that is not fresh is a copy from before: it may be older than what was saved last from here. Until a fresh one comes,
 * a draft counts as the text, and nothing is sent.
 */
export function useSavedText(id: string, stored: string, fresh: boolean, send: (text: string) => Promise<unknown>) {
  const [draft] = useState(() => readDraft(id))
  const usable = draft !== null && (!fresh || writtenOver(draft, stored))
  const [value, setValue] = useState(usable ? draft.text : stored)
  const [old, setOld] = useState(draft && !usable && !same(draft.text, stored) ? draft.text : null)
  const [state, setState] = useState<SaveState>('idle')
  const now = useRef({
    latest: value,
    saved: fresh ? stored : (draft?.base ?? stored),
    before: [] as string[], // what was saved earlier
    sent: fresh ? [] : (draft?.sent ?? []),
    fresh,
    busy: false,
    left: false, // the page, with a draft
    failures: 0,
    timer: undefined as Timer,
  })
  const sender = useRef(send)
  useEffect(() => {
    sender.current = send
  })

  const save = useCallback(async () => {
    const n = now.current
    clearTimeout(n.timer)
    if (n.busy || n.latest === n.saved) return
    // Another visit or tab has taken the draft over: this text would be written over theirs.
    if (n.left && readDraft(id)?.text !== n.latest) return
    if (!n.fresh) return setState('retrying')
    const sent = n.latest
    n.sent = [...n.sent.filter((text) => text !== sent), sent].slice(-REMEMBERED)
    n.busy = true
    setState(n.failures > 0 ? 'retrying' : 'saving')
    try {
      await sender.current(sent)
      n.before = [...n.before, n.saved].slice(-REMEMBERED)
      n.saved = sent
      n.sent = []
      n.failures = 0
      if (n.latest === sent) {
        dropDraft(id)
        setState('saved')
      } else {
        keepDraft(id, { base: sent, text: n.latest })
        n.timer = setTimeout(save, 0)
      }
    } catch (error) {
      if (permanent(error)) {
        setState('refused')
      } else {
        n.timer = setTimeout(save, RETRY[Math.min(n.failures++, RETRY.length - 1)])
        setState('retrying')
      }
    } finally {
      n.busy = false
    }
  }, [id])

  const change = useCallback(
    (text: string) => {
      const n = now.current
      n.latest = text
      setValue(text)
      if (text === n.saved && n.sent.length === 0) dropDraft(id)
      else keepDraft(id, { base: n.saved, sent: n.sent, text })
      setState(text === n.saved ? 'idle' : n.failures > 0 ? 'retrying' : 'unsaved')
      clearTimeout(n.timer)
      n.timer = setTimeout(save, PAUSE)
    },
    [id, save],
  )

  // A text that was changed elsewhere replaces one that nobody is changing here: saving that one would undo the other. A reading that
  // began before a save brings back a text of before.
  useEffect(() => {
    const n = now.current
    if (!n.fresh || n.busy || n.latest !== n.saved || [n.saved, ...n.before].some((text) => same(text, stored))) return
    n.before = [...n.before, n.saved].slice(-REMEMBERED)
    n.saved = stored
    n.latest = stored
    setValue(stored)
    setState('idle')
  }, [stored])

  // The first fresh text shows whether what was written meanwhile can be saved.
  useEffect(() => {
    const n = now.current
    if (!fresh || n.fresh) return
    n.fresh = true
    const mine = { base: n.saved, sent: n.sent, text: n.latest }
    n.saved = stored
    n.sent = []
    if (mine.text === mine.base || same(mine.text, stored)) dropDraft(id)
    else if (writtenOver(mine, stored)) return void save()
    else setOld(mine.text)
    n.latest = stored
    setValue(stored)
    setState('idle')
  }, [id, fresh, stored, save])

  useEffect(() => {
    const n = now.current
    const warn = (e: BeforeUnloadEvent) => {
      if (n.latest !== n.saved) e.preventDefault()
    }
    n.left = false
    const kept = readDraft(id)
    if (n.fresh && kept && same(kept.text, n.saved)) dropDraft(id) // it arrived without an answer
    const stop = connection.subscribe(save)
    window.addEventListener('beforeunload', warn)
    void save() // the draft of an earlier visit
    return () => {
      stop()
      window.removeEventListener('beforeunload', warn)
      n.left = readDraft(id) !== null
      void save()
    }
  }, [id, save])

  return {
    value,
    change,
    save,
    state,
    /** old is a draft from before the text was changed elsewhere. */
    old,
    useOld: () => {
      if (old !== null) change(old)
      setOld(null)
    },
    dropOld: () => {
      dropDraft(id)
      setOld(null)
    },
  }
}
