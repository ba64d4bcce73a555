import { untrack } from 'svelte';

let count = $state(0);

export const openModals = {
  get count(): number {
    return count;
  },
};

/** Returns a function that notes the end of the dialog. */
export function noteOpenModal(): () => void {
  const add = (by: 1 | -1): void => {
    untrack(() => {
      count += by;
    });
  };
  add(1);
  return () => {
    add(-1);
  };
}
