// Says whether somebody is signed in, and chooses the language before anything is shown: the one that this browser keeps, else the first of the browser's languages
// that the app speaks, else English. Fetches its texts and the code of the page at once, while the app is still being fetched.
// A file of its own because the security policy allows no script inside the page.
;(function () {
  try {
    if (sessionStorage.getItem('rolecall.session')) document.documentElement.dataset.signedIn = ''
  } catch (e) {
    /* storage is closed: not signed in */
  }
  var files = {}
  document.querySelectorAll('meta[name="language"]').forEach(function (meta) {
    files[meta.dataset.language] = meta.content
  })
  var wanted = (navigator.languages || []).map(function (name) {
    return name.split('-')[0].toLowerCase()
  })
  try {
    wanted.unshift(localStorage.getItem('rolecall.language'))
  } catch (e) {
    /* storage is closed: follow the browser */
  }
  var chosen = wanted.filter(function (name) {
    return Object.prototype.hasOwnProperty.call(files, name)
  })[0] || 'en'
  document.documentElement.lang = chosen
  var manifest = document.querySelector('link[rel="manifest"]')
  if (manifest && chosen !== 'en') manifest.href = '/manifest.' + chosen + '.webmanifest'
  var early = [files[chosen]]
  document.querySelectorAll('meta[name="page"]').forEach(function (meta) {
    if (meta.dataset.path === location.pathname) early = early.concat(meta.content.split(' '))
  })
  early.filter(Boolean).forEach(function (file) {
    var link = document.createElement('link')
    var style = /\.css$/.test(file)
    link.rel = style ? 'preload' : 'modulepreload'
    if (style) {
      link.as = 'style'
      link.crossOrigin = '' // as the app asks for it later; otherwise it is fetched twice
    }
    link.href = file
    document.head.appendChild(link)
  })
})()
