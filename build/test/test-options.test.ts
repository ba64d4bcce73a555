import { describe, expect, it } from 'vitest';
import { parseTestOptions, partNames, quickParts } from './test-options.mjs';

describe('parseTestOptions', () => {
  it.each([
    [[], quickParts],
    [['--only', 'unit'], ['unit']],
    [['--only=e2e, lint'], ['lint', 'e2e']],
    [['--only', 'desktop'], ['desktop']],
  ])('%j', (args, parts) => {
    expect(parseTestOptions(args)).toEqual({ parts, all: false, slowest: false, help: false });
  });

  it('reads --slowest with a list of parts', () => {
    const parsed = parseTestOptions(['--only', 'unit', '--slowest']);
    expect(parsed).toEqual({ parts: ['unit'], all: false, slowest: true, help: false });
  });

  it('reads --all', () => {
    expect(parseTestOptions(['--all'])).toMatchObject({ parts: partNames, all: true });
  });

  it.each([
    [['--only', 'units'], '"units"'],
    [['--only', ''], '""'],
    [['unit'], 'unit'],
    [['--fast'], '--fast'],
  ])('rejects %j and names the mistake', (args, named) => {
    const parsed = parseTestOptions(args);
    expect('problem' in parsed && parsed.problem).toContain(named);
  });
});
