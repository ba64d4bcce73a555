import { MediaQuery } from 'svelte/reactivity';

/** The sidebar opens above the panes. */
export const narrow = new MediaQuery('width < 1040px');

/** List and side pane share one place. */
export const single = new MediaQuery('width < 800px');
