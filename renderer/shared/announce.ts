import { createContext } from 'svelte';

export const [getAnnounce, setAnnounce] = createContext<(text: string) => void>();
