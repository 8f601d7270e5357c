// Writes src/api/<service>.d.ts from the published contracts.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const contracts = new URL('../../api/published/', import.meta.url)
const target = new URL('../src/api/', import.meta.url)

for (const service of ['identity', 'jobs', 'applications', 'notifications', 'gateway']) {
  // Without examples.
  const text = await readFile(new URL(`${service}.json`, contracts), 'utf8')
  const contract = JSON.parse(text, (key, value) => (key === 'example' || key === 'examples' ? undefined : value))
  // Paths between services are no business of a browser.
  for (const path of Object.keys(contract.paths)) {
    if (/^(\/auth)?\/internal\//.test(path)) delete contract.paths[path]
  }
  // Failures all have the same body, which src/api/error.ts reads.
  for (const { responses } of Object.values(contract.paths).flatMap((path) => Object.values(path))) {
    for (const status of Object.keys(responses ?? {})) if (Number(status) >= 400) delete responses[status]
  }
  delete contract.components.responses
  const types = astToString(await openapiTS(contract, { defaultNonNullable: true }))
    // A reference that may be null repeats the type of what it refers to, because OpenAPI 3.0 requires it.
    .replaceAll(/\(string & (components\["schemas"\]\["\w+"\])\) \| null/g, '$1 | null')
  await writeFile(new URL(`${service}.d.ts`, target), `// Written by \`npm run types\` from api/published/${service}.json.\n\n${types}`)
}
