import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FailureMemory } from './failure-memory.ts';

const hours = (count: number) => count * 60 * 60 * 1000;
const then = Date.parse('2026-01-01T00:00:00Z');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failure-memory-'));
  file = join(folder, 'not/there/yet.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('FailureMemory', () => {
  it('returns null without a stored failure', () => {
    expect(new FailureMemory(file, '45').recall(then)).toBeNull();
  });

  it('returns a stored failure for six hours', () => {
    new FailureMemory(file, '45').keep('no route', then);
    const memory = new FailureMemory(file, '45');
    expect(memory.recall(then + hours(5))).toBe('no route');
    expect(memory.recall(then + hours(7))).toBeNull();
  });

  it('ignores a failure of the future or of another version', () => {
    new FailureMemory(file, '45').keep('no route', then);
    expect(new FailureMemory(file, '45').recall(then - 1)).toBeNull();
    expect(new FailureMemory(file, '46').recall(then)).toBeNull();
  });

  it.each(['', '{', '[]', '{"subject":"45"}'])('ignores the damaged content %j', (text) => {
    const damaged = join(folder, 'damaged.json');
    writeFileSync(damaged, text);
    expect(new FailureMemory(damaged, '45').recall(then)).toBeNull();
  });
});
