const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** isolated keeps a name in a right-to-left script from reordering the line around it. */
export const isolated = (name: string) => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

/** dotted joins the parts that are there: "Harbour Clinic · Lyon". */
export const dotted = (...parts: (string | null | undefined | false)[]) => parts.flatMap((p) => (p ? isolated(p) : [])).join(' · ')
