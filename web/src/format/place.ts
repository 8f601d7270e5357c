/** tidyPlace returns a place as boards write it without its empty parts: "Lisbon, , Portugal". */
export const tidyPlace = (place: string | null) => place && place.split(',').flatMap((part) => part.trim() || []).join(', ')
