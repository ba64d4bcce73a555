import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notices, noticeTime } from './notices.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const undo = { label: 'Undo', run: () => undefined };
const textsOf = ({ all }: Notices): string[] => all.map(({ text }) => text);

it('dismisses a notice after its time, and not while it is in use', () => {
  const notices = new Notices();
  notices.notify('Draft deleted', undo);
  notices.areInUse = () => true;
  vi.advanceTimersByTime(3 * noticeTime);
  expect(textsOf(notices)).toEqual(['Draft deleted']);
  notices.areInUse = () => false;
  vi.advanceTimersByTime(1_000);
  expect(textsOf(notices)).toEqual([]);
});

it('shows three, and drops those without an action first', () => {
  const notices = new Notices();
  notices.notify('Draft deleted', undo);
  for (const text of ['Saved', 'Copied', 'Exported']) notices.notify(text);
  expect(textsOf(notices)).toEqual(['Draft deleted', 'Copied', 'Exported']);
  for (const text of ['Closed', 'Moved', 'Hidden']) notices.notify(text, undo);
  expect(textsOf(notices)).toEqual(['Closed', 'Moved', 'Hidden']);
});
