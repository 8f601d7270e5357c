import classes from './progress.module.css'

/** Progress is a thin line on top while the next page loads. */
export function Progress({ active }: { active: boolean }) {
  return <div className={classes.line} data-active={active || undefined} aria-hidden />
}
