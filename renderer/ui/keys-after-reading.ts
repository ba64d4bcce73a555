/** Milliseconds. Nobody reads a review in less. */
const shortest = 500;

const keys = 'aria-keyshortcuts';
const pressedEarly = 'pressed-early';

/** For a button that sends what stands beside it: its keys work once a person can have read that. */
export function keysAfterReading(button: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.setAttribute(keys, 'Control+Enter');
    }, shortest);
  };
  button.addEventListener(pressedEarly, wait);
  wait();
  return () => {
    clearTimeout(timer);
    button.removeEventListener(pressedEarly, wait);
  };
}

/** A press before the keys work does nothing, and the time begins again. */
export function pressByKeys(button: HTMLElement): void {
  if (button.hasAttribute(keys)) button.click();
  else button.dispatchEvent(new Event(pressedEarly));
}
