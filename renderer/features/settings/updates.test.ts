import { expect, it } from 'vitest';
import type { UpdateState } from '#contract/updates.ts';
import { plainProblem } from '#domain/problem.ts';
import { updateNote } from './updates.svelte.ts';

const newer = { version: '2.0.0', notes: '' };
const problem = plainProblem('unreachable', 'message', 'advice');

it.each<[UpdateState, string | null]>([
  [{ kind: 'available', ...newer }, 'Version 2.0.0 is available'],
  [{ kind: 'downloading', ...newer, share: 0.299 }, 'Downloading version 2.0.0: 29 %'],
  [{ kind: 'ready', ...newer, onQuit: false }, 'Version 2.0.0 is ready to install'],
  [{ kind: 'ready', ...newer, onQuit: true }, 'Version 2.0.0 will be installed on quit'],
  [{ kind: 'failed', during: 'download', problem }, 'The update was not downloaded'],
  // An automatic check without a network must not disturb.
  [{ kind: 'failed', during: 'check', problem }, null],
  [{ kind: 'idle', checkedAt: null }, null],
  [{ kind: 'off', reason: 'browser' }, null],
])('the status bar shows for %o: %s', (state, note) => {
  expect(updateNote(state)).toBe(note);
});
