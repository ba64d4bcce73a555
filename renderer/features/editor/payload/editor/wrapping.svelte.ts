/** Shared by all editors of this window; not saved. */
export const wrapping = $state({ on: true });
