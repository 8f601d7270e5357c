// Runs before the first paint, so that a dark page never flashes white. A file of its own because the security policy
// allows no script inside the page.
;(function () {
  var wanted = 'auto'
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch (e) {
    /* storage is closed: follow the system */
  }
  var dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
