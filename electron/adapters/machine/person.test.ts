import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { personOf } from './person.ts';

describe('the name of the person', () => {
  it('is the account name', () => {
    expect(personOf()).toBe(userInfo().username);
  });

  it.each([
    [{ USER: 'ada' }, 'ada'],
    [{ USERNAME: 'Ada' }, 'Ada'],
    [{ USER: '' }, 'unknown'],
    [{}, 'unknown'],
  ])('comes from the environment %o when the account has no name', (environment, name) => {
    const nobody = (): never => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    expect(personOf(nobody, environment)).toBe(name);
    expect(personOf(() => ({ username: '' }), environment)).toBe(name);
  });
});
