import { describe, expect, it } from 'vitest';
import { parseTestOptions, partNames } from './test-options.mjs';

describe('parseTestOptions', () => {
  it.each([
    [[], partNames],
    [['--only', 'unit'], ['unit']],
    [['--only=e2e, lint'], ['lint', 'e2e']],
  ])('%j', (args, parts) => {
    expect(parseTestOptions(args)).toEqual({ parts, slowest: false, help: false });
  });

  it('reads --slowest beside the parts', () => {
    const parsed = parseTestOptions(['--only', 'unit', '--slowest']);
    expect(parsed).toEqual({ parts: ['unit'], slowest: true, help: false });
  });

  it.each([
    [['--only', 'units'], '"units"'],
    [['--only', ''], '""'],
    [['unit'], 'unit'],
    [['--fast'], '--fast'],
  ])('%j is a mistake, and is named', (args, named) => {
    const parsed = parseTestOptions(args);
    expect('problem' in parsed && parsed.problem).toContain(named);
  });
});
