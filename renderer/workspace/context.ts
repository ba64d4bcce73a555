import { createContext } from 'svelte';
import type { Host } from '../platform/host.ts';
import type { OpenDialogs } from './open-dialogs.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

export { getNotices, setNotices } from '../shared/notices.svelte.ts';

export const [getWorkspace, setWorkspace] = createContext<Workspace>();
export const [getHost, setHost] = createContext<Host>();
export const [getDialogs, setDialogs] = createContext<OpenDialogs>();
