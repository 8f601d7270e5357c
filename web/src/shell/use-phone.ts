import { useMediaQuery } from '@mantine/hooks'

/** usePhone reports whether the screen is as narrow as a phone's, where the tabs are at the bottom. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
