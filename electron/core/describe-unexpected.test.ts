import { describe, expect, it } from 'vitest';
import { describeUnexpected } from './describe-unexpected.ts';

describe('describeUnexpected', () => {
  it('contains name, code and stack, but not the message', () => {
    const error = Object.assign(new TypeError('Bearer canary\n    at canary (x:1:1)'), {
      code: 'ERR_X',
    });
    const description = describeUnexpected(error);
    expect(description).toMatch(/^TypeError ERR_X\n\s+at .*describe-unexpected\.test\.ts/);
    expect(description).not.toContain('canary');
  });

  it('includes causes, but no thrown value that is not an error', () => {
    const error = new Error('canary', { cause: new RangeError('canary', { cause: 'canary' }) });
    const description = describeUnexpected(error);
    expect(description).toContain('caused by RangeError');
    expect(description).toContain('caused by a thrown string');
    expect(description).not.toContain('canary');
  });
});
