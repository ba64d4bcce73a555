import { createContext } from 'svelte';

/** Shows a short message in the corner, such as that something was copied. */
export const [getAnnounce, setAnnounce] = createContext<(text: string) => void>();
