import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keysAfterReading, pressByKeys } from './keys-after-reading.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the functions use of a button. */
class FakeButton extends EventTarget {
  readonly #attributes = new Set<string>();
  clicks = 0;

  setAttribute(name: string): void {
    this.#attributes.add(name);
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  click(): void {
    this.clicks += 1;
  }
}

function shown() {
  const button = new FakeButton();
  const element = button as unknown as HTMLElement;
  const hide = keysAfterReading(element);
  return {
    button,
    hide,
    press: () => {
      pressByKeys(element);
    },
  };
}

it('the keys of a button work half a second after it is shown', () => {
  const { button, press } = shown();
  vi.advanceTimersByTime(499);
  press();
  expect(button.clicks).toBe(0);
  vi.advanceTimersByTime(500);
  press();
  expect(button.clicks).toBe(1);
});

it('quick presses never reach it', () => {
  const { button, press } = shown();
  for (let count = 0; count < 20; count += 1) {
    vi.advanceTimersByTime(150);
    press();
  }
  expect(button.clicks).toBe(0);
});

it('nothing runs after it is hidden', () => {
  const { button, hide } = shown();
  hide();
  vi.advanceTimersByTime(1_000);
  expect(button.hasAttribute('aria-keyshortcuts')).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
