import { useCallback, useEffect, useRef, useState } from 'react'
import { connection } from '~/api/connection'
import { hasStatus } from '~/api/error'
import { dropDraft, keepDraft, readDraft } from '~/session/draft'

const PAUSE = 900
const RETRY = [2_000, 5_000, 15_000, 60_000]

type Timer = ReturnType<typeof setTimeout> | undefined

/** What became of the latest text. */
export type SaveState = 'idle' | 'unsaved' | 'saving' | 'retrying' | 'refused' | 'saved'

/** permanent reports whether trying again cannot help: the server answered and refused the text. */
const permanent = (error: unknown) => [400, 403, 404, 409, 413, 422].some((status) => hasStatus(error, status))

/**
 * useSavedText edits a text that saves itself after a pause in typing and when it is left. What the server does not have yet
 * is kept as a draft, sent again until it arrives, and there again after a reload.
 */
export function useSavedText(id: string, stored: string, send: (text: string) => Promise<unknown>) {
  const [draft] = useState(() => readDraft(id))
  const usable = draft !== null && [draft.base, draft.sent].includes(stored)
  const [value, setValue] = useState(usable ? draft.text : stored)
  const [old, setOld] = useState(draft && !usable && draft.text !== stored ? draft.text : null)
  const [state, setState] = useState<SaveState>('idle')
  const now = useRef({
    latest: value, saved: stored, sent: undefined as string | undefined, busy: false, failures: 0, timer: undefined as Timer,
  })
  const sender = useRef(send)
  useEffect(() => {
    sender.current = send
  })

  const save = useCallback(async () => {
    const n = now.current
    clearTimeout(n.timer)
    if (n.busy || n.latest === n.saved) return
    const sent = n.latest
    n.sent = sent
    n.busy = true
    setState(n.failures > 0 ? 'retrying' : 'saving')
    try {
      await sender.current(sent)
      n.saved = sent
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
      if (text === n.saved) dropDraft(id)
      else keepDraft(id, { base: n.saved, sent: n.sent, text })
      setState(text === n.saved ? 'idle' : n.failures > 0 ? 'retrying' : 'unsaved')
      clearTimeout(n.timer)
      n.timer = setTimeout(save, PAUSE)
    },
    [id, save],
  )

  useEffect(() => {
    const n = now.current
    const warn = (e: BeforeUnloadEvent) => {
      if (n.latest !== n.saved) e.preventDefault()
    }
    const stop = connection.subscribe(save)
    window.addEventListener('beforeunload', warn)
    void save() // the draft of an earlier visit
    return () => {
      stop()
      window.removeEventListener('beforeunload', warn)
      void save()
    }
  }, [save])

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
