// The API reference: Redoc shows the contract of the service in the address, /docs/<service>. Redoc's bundle contains
// everything it needs and is loaded on these pages only.
import bundle from 'redoc/bundles/redoc.standalone.js?url'
import { theme } from './theme'

declare const Redoc: { init(contract: string, options: object, element: Element): void }

const service = location.pathname.split('/')[2]
if (service) {
  document.getElementById('overview')!.hidden = true
  const link = document.querySelector(`nav a[href="/docs/${service}"]`)
  link?.setAttribute('aria-current', 'page')
  document.title = `${link?.textContent} · ${document.title}`

  const script = document.createElement('script')
  script.src = bundle
  script.onload = () =>
    Redoc.init(
      `/docs/${service}.json`,
      {
        disableSearch: true, // its worker is a blob, which the security policy refuses
        expandResponses: '200,201',
        nativeScrollbars: true,
        theme,
      },
      document.getElementById('reference')!,
    )
  document.head.append(script)
}
