import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { personOf } from './person.ts';

describe('the name of the person', () => {
  it('is that of the account', () => {
    expect(personOf()).toBe(userInfo().username);
  });

  it.each([
    [{ USER: 'ada' }, 'ada'],
    [{ USERNAME: 'Ada' }, 'Ada'],
    [{ USER: '' }, 'unknown'],
    [{}, 'unknown'],
  ])('for an account without a name is what the environment %o says', (environment, name) => {
    const nobody = (): never => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    expect(personOf(nobody, environment)).toBe(name);
    expect(personOf(() => ({ username: '' }), environment)).toBe(name);
  });
});
