// A copy of plural for ./later. A module that both chunks import would be a third file, which the first page would wait for.
const rules = new Intl.PluralRules('es')

/** plural picks the form that goes with a number. */
export function plural(n: number, one: string, other: string): string {
  return rules.select(n) === 'one' ? one : other
}
