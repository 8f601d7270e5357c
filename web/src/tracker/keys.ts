// Under which names answers about applications are cached.
export const applicationsKey = ['applications']
export const allKey = [...applicationsKey, 'all']
export const oneKey = (id: string) => [...applicationsKey, 'one', id]
