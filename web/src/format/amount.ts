/** parseAmount parses an amount of money as people type it (80k, 80 000, 80.000, €80,000); null if it is none. */
export function parseAmount(typed: string): number | null {
  // Spaces, apostrophes and a currency around or between the digits carry no meaning.
  const bare = typed.normalize('NFKC').toLowerCase().replace(/[\s'’_]|\p{Sc}/gu, '').replace(/^[a-z]{3}|(?<=\d[km]?)[a-z]{3}$/g, '')
  const parts = /^(\d[\d.,]*)([km]?)$/.exec(bare)
  if (!parts) return null
  const [, digits = '', unit = ''] = parts
  // The last separator is a decimal point unless three digits follow it, as in 80.000; before a k it always is: 1.125k.
  const decimals = /[.,](\d*)$/.exec(digits)?.[1]
  const isDecimal = decimals !== undefined && (unit !== '' || decimals.length !== 3)
  const whole = (isDecimal ? digits.slice(0, -decimals.length - 1) : digits).replace(/[.,]/g, '')
  const value = Math.round(Number(isDecimal ? `${whole}.${decimals}` : whole) * { '': 1, k: 1e3, m: 1e6 }[unit as '' | 'k' | 'm'])
  return value > 0 && value <= 1e12 ? value : null
}
