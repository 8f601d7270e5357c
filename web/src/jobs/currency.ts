import { useState } from 'react'

export const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CAD', 'AUD']

const KEY = 'rolecall.currency'
const ofRegion: Record<string, string> = {
  US: 'USD', GB: 'GBP', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CA: 'CAD', AU: 'AUD',
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage is blocked
  }
}

/** usualCurrency returns the currency chosen last in this browser, else that of the user's region. */
function usualCurrency(): string {
  const chosen = kept()
  if (chosen && currencies.includes(chosen)) return chosen
  return ofRegion[/-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? ''] ?? 'EUR'
}

/** useCurrency returns the currency in which amounts are typed; the choice is kept for the next visit. */
export function useCurrency() {
  const [currency, setCurrency] = useState(usualCurrency)
  const choose = (next: string) => {
    setCurrency(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Storage is blocked: the choice lasts for this visit.
    }
  }
  return [currency, choose] as const
}
