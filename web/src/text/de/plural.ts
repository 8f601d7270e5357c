const rules = new Intl.PluralRules('de')

/** plural picks the form that goes with a number. */
export function plural(n: number, one: string, other: string): string {
  return rules.select(n) === 'one' ? one : other
}
