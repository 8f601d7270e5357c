import { useLocalStorage } from '@mantine/hooks'
import type { SavedFilter } from '~/api/models'
import { useSavedFilters } from '~/jobs/saved-queries'
import { useAccount } from '~/session/account'

export const steps = ['roles', 'place', 'pay', 'employers'] as const
export type Step = (typeof steps)[number]

/** How far a user got on this device. What was answered is in the saved search, which all devices have. */
interface Progress {
  step: Step | 'done' | 'skipped'
  search: string | null
}

const nothing: Progress = { step: 'roles', search: null }

/** useProgress returns how far the user got, and how to change it. */
export function useProgress() {
  const { data: account } = useAccount()
  const key = `rolecall.onboarding.${account?.id ?? ''}`
  return useLocalStorage<Progress>({ key, defaultValue: nothing, getInitialValueInEffect: false })
}

/** useOwnSearch returns the saved search that the home page shows: that of the first questions, else the newest. */
export function useOwnSearch(): { search: SavedFilter | undefined; isPending: boolean } {
  const filters = useSavedFilters()
  const [progress] = useProgress()
  return { search: filters.data?.find((f) => f.id === progress.search) ?? filters.data?.at(-1), isPending: filters.isPending }
}
