/** Whether long lines are wrapped, in every editor of this window for as long as it is open. */
export const wrapping = $state({ on: true });
