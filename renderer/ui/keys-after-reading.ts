/** Milliseconds. Nobody reads a review in less. */
const shortest = 500;

const keys = 'aria-keyshortcuts';

/** For a button that sends what stands beside it: its keys work once a person can have read that. */
export function keysAfterReading(button: HTMLElement): () => void {
  const timer = setTimeout(() => {
    button.setAttribute(keys, 'Control+Enter');
  }, shortest);
  return () => {
    clearTimeout(timer);
  };
}

export const haveKeys = (button: HTMLElement | null): boolean =>
  button?.hasAttribute(keys) === true;
